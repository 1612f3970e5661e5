-- The hash of nothing.
function keys.empty()
  return "0x" .. string.rep("0", @digits@)
end

-- The key of a feature.
function keys.key(feature)
  return KEYS[feature + 1]
end

-- Puts a key into a hash, or takes it out again.
function keys.combine(hash, key)
  local digits = {"0x"}
  for i = 3, #hash, 4 do
    local part = xor(tonumber(hash:sub(i, i + 3), 16), tonumber(key:sub(i, i + 3), 16))
    digits[#digits + 1] = string.format("%04x", part)
  end
  return table.concat(digits)
end

-- Puts a feature into a hash, or takes it out again.
function keys.toggle(hash, feature)
  return keys.combine(hash, KEYS[feature + 1])
end

-- The @digits@ hex digits of a hash.
function keys.hex(hash)
  return hash:sub(3)
end
