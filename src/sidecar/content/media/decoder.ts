import PQueue from 'p-queue';

/** The library that decodes images isn't installed: it has no build for this platform, or was left out. */
export class DecoderMissing extends Error {
  override readonly name = 'DecoderMissing';
}

type SharpFunction = typeof import('sharp').default;

/** Runs work with the decoder, one image at a time: a large one takes hundreds of megabytes. */
export type Decode = <T>(work: (sharp: SharpFunction) => Promise<T>) => Promise<T>;

/** The only loaders of the library that may run: it also reads SVG, PDF and formats of laboratories. */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
];

let loaded: Promise<Decode> | undefined;

/**
 * Loads the decoder with the first image; most sidecars never see one.
 * @throws DecoderMissing where it isn't installed
 */
export function loadDecoder(): Promise<Decode> {
  loaded ??= load().catch((cause: unknown) => {
    loaded = undefined;
    throw new DecoderMissing('images are decoded by the package "sharp", which is not installed', { cause });
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
