-- Puts a key into a hash, which is changed and returned, or takes it out again.
function keys.combine(hash, key)
  hash.high = xor(hash.high, key.high)
  hash.low = xor(hash.low, key.low)
  return hash
end

-- Puts a feature into a hash, which is changed and returned, or takes it out again.
function keys.toggle(hash, feature)
  hash.high = xor(hash.high, KEYS[2 * feature + 1])
  hash.low = xor(hash.low, KEYS[2 * feature + 2])
  return hash
end
