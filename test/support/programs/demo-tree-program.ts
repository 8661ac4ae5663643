/** A program that writes a file of the demo's tree. Its arguments are the root, the path and the text of the file. */
import { DemoTree } from '../../../src/demo/tree/demo-tree';
import { toManifestFile } from '../../../src/demo/tree/manifest-file';

const [, , root = '', path = '', text = ''] = process.argv;

new DemoTree(root).write(toManifestFile(path, text), text).then(
  () => process.stdout.write('written'),
  (error: unknown) => process.stdout.write(String(error)),
);
