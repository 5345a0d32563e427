import PQueue from 'p-queue';
import { installCommand } from '../../../core/optional-package.js';

/** `sharp` can't be loaded: it isn't installed, or has no build for this platform. */
export class DecoderMissing extends Error {
  override readonly name = 'DecoderMissing';
}

type SharpFunction = typeof import('sharp').default;

/** Runs a task with the decoder. Tasks run one at a time, since a large image takes hundreds of megabytes. */
export type Decode = <T>(work: (sharp: SharpFunction) => Promise<T>) => Promise<T>;

/** The loaders to allow. The library could also read SVG, PDF and scientific formats. */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
];

let loaded: Promise<Decode> | undefined;

/**
 * Loads the decoder on the first call, since most sidecars never import an image.
 * @throws DecoderMissing when it can't be loaded
 */
export function loadDecoder(): Promise<Decode> {
  loaded ??= load().catch((cause: unknown) => {
    loaded = undefined;
    const fix = `run "${installCommand(['sharp'])}"`;
    throw new DecoderMissing(`decoding images needs the package "sharp", which isn't installed: ${fix}`, {
      cause,
    });
  });
  return loaded;
}

async function load(): Promise<Decode> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  const queue = new PQueue({ concurrency: 1 });
  return (work) => queue.add(() => work(sharp));
}
