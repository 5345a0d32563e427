import { extensionsByType } from '../../core/media-types.js';
import { encodeSegments } from '../../core/percent.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { documentAnswers } from './answers.js';
import { globRules } from './glob-rules.js';
import { type HostFacts, type HostRules, headComment, MARKER } from './host.js';
import { LIMITS, limitsOf } from './limits.js';

/**
 * Rules for Amazon S3: the metadata of each upload, and a script that uploads with the AWS command line.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html
 */
export function s3Rules(manifest: HeadersManifest, facts: HostFacts): HostRules {
  const uploads = uploadsOf(manifest);
  const metadata = { generator: MARKER, baseUrl: manifest.baseUrl, uploads };
  return {
    files: [
      { name: 's3-metadata.json', text: `${JSON.stringify(metadata, null, 2)}\n`, place: 'deploy' },
      { name: 's3-sync.sh', text: script(manifest, uploads), place: 'deploy' },
    ],
    limits: [
      LIMITS.headers,
      ...limitsOf(manifest, ['negotiation', 'preflight', 'notFound', 'soft', 'redirects']),
      ...(facts.sidecar === undefined ? [] : [LIMITS.sidecar]),
    ],
  };
}

/** Files of one pattern, below the output folder, and their metadata. */
interface Upload {
  readonly files: string;
  /** The key of a single file, when it differs from its name. */
  readonly key?: string;
  readonly contentType: string;
  readonly cacheControl: string;
}

function uploadsOf(manifest: HeadersManifest): readonly Upload[] {
  const cut = (path: string) => decodeURIComponent(path.slice(manifest.basePath.length + 1));
  const answers = documentAnswers(manifest);
  const documents = globRules(manifest).flatMap(({ glob, headers }): readonly Upload[] => {
    const fields = Object.fromEntries(headers);
    const { 'Content-Type': contentType, 'Cache-Control': cacheControl = '' } = fields;
    if (contentType === undefined) return [];
    const answer = answers.find(({ path }) => path !== undefined && encodeSegments(path) === glob);
    const file = answer === undefined ? cut(glob) : cut(encodeSegments(answer.file));
    const key = cut(glob);
    return [{ files: file, ...(key === file ? {} : { key }), contentType, cacheControl }];
  });
  return documents;
}

function script(manifest: HeadersManifest, uploads: readonly Upload[]): string {
  const types = [...extensionsByType()].filter(([type]) => type.includes('charset'));
  const text = types.map(([type, names]) =>
    copy({ files: names.map((name) => `*.${name}`), contentType: type, cacheControl: 'no-cache' }),
  );
  return `${[
    '#!/bin/sh',
    headComment([
      `Uploads the output folder of ${manifest.baseUrl} with the content types of its documents.`,
      'Usage: s3-sync.sh <output folder> s3://<bucket>',
    ]),
    'set -eu',
    'out="$1"',
    `bucket="$2${manifest.basePath}"`,
    '',
    'aws s3 sync "$out" "$bucket" --delete --exclude "svc-manifest.json.gz"',
    '# The type that the command line guesses has no character set.',
    ...text,
    '# Documents, the widest patterns first.',
    ...uploads.map(({ files, key, contentType, cacheControl }) =>
      files.includes('*')
        ? copy({ files: [files], contentType, cacheControl })
        : `aws s3 cp ${shell(`$out/${files}`)} ${shell(`$bucket/${key ?? files}`)} ${metadata(contentType, cacheControl)}`,
    ),
    '# Last: what the next build compares with.',
    'aws s3 cp "$out/svc-manifest.json.gz" "$bucket/svc-manifest.json.gz" --content-type application/gzip --cache-control no-store',
  ].join('\n')}\n`;
}

interface Copy {
  readonly files: readonly string[];
  readonly contentType: string;
  readonly cacheControl: string;
}

function copy({ files, contentType, cacheControl }: Copy): string {
  const included = files.map((one) => `--include ${quote(one)}`).join(' ');
  return `aws s3 cp "$out" "$bucket" --recursive --exclude "*" ${included} ${metadata(contentType, cacheControl)}`;
}

function metadata(contentType: string, cacheControl: string): string {
  const cache = cacheControl === '' ? '' : ` --cache-control ${quote(cacheControl)}`;
  return `--content-type ${quote(contentType)}${cache} --metadata-directive REPLACE`;
}

/** A word of a shell in which only `$out` and `$bucket` are expanded. */
function shell(text: string): string {
  const [, variable = '', rest = ''] = /^(\$(?:out|bucket))(.*)$/s.exec(text) ?? [];
  return `"${variable}"${quote(rest)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
