local keys = require("keys")
local function show(hash)
  print(keys.hex(hash))
end
local features = {@FEATURES@}
local hash = keys.empty()
for _, feature in ipairs(features) do hash = keys.@PUT@(hash, feature) end
show(hash)
for _, feature in ipairs(features) do hash = keys.@TAKE@(hash, feature) end
assert(keys.hex(hash) == keys.hex(keys.empty()))
@SHOW@
for _, position in ipairs(keys.POSITIONS or {}) do
  print(position[1] .. "\t" .. position[2])
end
assert(keys.self_test())
