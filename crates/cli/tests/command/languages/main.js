import assert from "node:assert";
import * as keys from "./keys.js";
const show = (hash) => console.log(keys.hex(hash));
const features = [@FEATURES@];
let hash = keys.empty();
for (const feature of features) hash = keys.@PUT@(hash, feature);
show(hash);
for (const feature of features) hash = keys.@TAKE@(hash, feature);
if (keys.hex(hash) !== keys.hex(keys.empty())) process.exit(1);
for (let feature = 0; feature < keys.FEATURES; feature++)
  assert.deepStrictEqual(keys.@PUT@(keys.empty(), feature), keys.key(feature));
@SHOW@
for (const [fen, digits] of keys.POSITIONS ?? []) console.log(`${fen}\t${digits}`);
if (!keys.selfTest() || keys.FEATURES < features.length) process.exit(1);
