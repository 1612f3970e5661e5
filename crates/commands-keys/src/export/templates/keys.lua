@about@
-- Features, pieces, squares and all other indices count from 0.
local keys = {}

-- The number of features, and the first of each kind.
keys.FEATURES = @len@
@kinds@@pieces@

-- @keydoc@
local KEYS = {
@keys@
}@xor@

@functions@@accessors@

-- True if the first and the last feature of each kind have the hash that they should.
function keys.self_test()
  local features = {
@features@
  }
  local hash = keys.empty()
  for _, feature in ipairs(features) do
    hash = keys.@put@(hash, feature)
  end
  return keys.hex(hash) == "@hash@"
end@samples@

return keys
