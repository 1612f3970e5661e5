-- Positions of chess in FEN, and the digits of their hashes. In a test of an engine, those of each
-- must be equal:
--   for _, position in ipairs(keys.POSITIONS) do
--     assert(keys.hex(hash_of(position[1])) == position[2], position[1])
--   end
keys.POSITIONS = {
@rows@
}
