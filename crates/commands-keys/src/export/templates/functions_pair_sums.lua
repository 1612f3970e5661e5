-- Puts a key into a hash, which is changed and returned.
function keys.plus(hash, key)
  local low = hash.low + key.low
  local carry = low < 2^32 and 0 or 1
  hash.high = (hash.high + key.high + carry) % 2^32
  hash.low = low % 2^32
  return hash
end

-- Puts a feature into a hash, which is changed and returned.
function keys.insert(hash, feature)
  return keys.plus(hash, keys.key(feature))
end

-- Takes a key out of a hash, which is changed and returned.
function keys.minus(hash, key)
  local low = hash.low - key.low
  local borrow = low < 0 and 1 or 0
  hash.high = (hash.high - key.high - borrow) % 2^32
  hash.low = low % 2^32
  return hash
end

-- Takes a feature out of a hash, which is changed and returned.
function keys.remove(hash, feature)
  return keys.minus(hash, keys.key(feature))
end
