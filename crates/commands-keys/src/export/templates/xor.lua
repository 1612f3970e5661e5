-- The XOR of whole numbers from 0 to 2^32 - 1, which is such a number: by the operator of Lua 5.3
-- and later, by a library that Lua 5.2 and LuaJIT have, or by arithmetic.
local function xor_of_this_version()
  if math.type then
    -- A syntax error in earlier versions, and so a text.
    return load("return function(a, b) return a ~ b end")()
  end
  if bit32 then
    return bit32.bxor
  end
  local found, bit = pcall(require, "bit")
  if found and type(bit) == "table" then
    local bxor = bit.bxor
    return function(a, b)
      return bxor(a, b) % 2^32
    end
  end
  -- The XOR of 8 bits with 8 bits.
  local bytes = { [0] = 0 }
  for place = 0, 7 do
    local one = 2^place
    for a = 0, one - 1 do
      for b = 0, one - 1 do
        local both = bytes[256 * a + b]
        bytes[256 * (a + one) + b] = both + one
        bytes[256 * a + (b + one)] = both + one
        bytes[256 * (a + one) + (b + one)] = both
      end
    end
  end
  return function(a, b)
    local result, one = 0, 1
    for _ = 1, 4 do
      local x, y = a % 256, b % 256
      result = result + bytes[256 * x + y] * one
      a, b, one = (a - x) / 256, (b - y) / 256, one * 256
    end
    return result
  end
end

local xor = xor_of_this_version()
