import { z } from 'zod'
import { toHex } from '../../shared/values/base64url'
import { bundleEntriesMax } from './bounds'

const zDigest = z.string().regex(/^[0-9a-f]{64}$/)

/** `manifest.json`: every other file in archive order, except itself and its signature. */
export const zManifest = z.strictObject({
  bundle_version: z.literal(1),
  base_url: z.url().max(2048),
  made_at: z.iso.datetime(),
  entries: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        bytes: z.int().nonnegative(),
        sha256: zDigest,
        chain: zDigest,
      }),
    )
    .max(bundleEntriesMax),
})

export type Manifest = z.infer<typeof zManifest>
type ManifestEntry = Manifest['entries'][number]

/** A file of a bundle with its hashes. */
export interface HashedFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: Uint8Array
}

/** SHA-256 of bytes, or of a text as UTF-8. May be asynchronous. */
type Hash = (data: Uint8Array | string) => Uint8Array | Promise<Uint8Array>

/** The first link identifies the bundle: SHA-256 of three lines without a final line feed. */
const firstLink = async ({ base_url, made_at }: Pick<Manifest, 'base_url' | 'made_at'>, sha256: Hash) =>
  sha256(`wallet-capture-bundle-1\n${base_url}\n${made_at}`)

/**
 * The hash chain of files, in their order. Each link is the SHA-256 of the previous link, the SHA-256 of the file's
 * name, and the SHA-256 of its content, as raw bytes. So a link commits to every file up to it and to their order.
 */
export async function linksOf(
  bundle: Pick<Manifest, 'base_url' | 'made_at'>,
  files: readonly Pick<HashedFile, 'name' | 'sha256'>[],
  sha256: Hash,
): Promise<string[]> {
  const links: string[] = []
  let link = await firstLink(bundle, sha256)
  for (const file of files) {
    const joined = new Uint8Array(96)
    joined.set(link, 0)
    joined.set(await sha256(file.name), 32)
    joined.set(file.sha256, 64)
    link = await sha256(joined)
    links.push(toHex(link))
  }
  return links
}

/** Builds the manifest of these files. */
export async function manifestOf(
  bundle: Pick<Manifest, 'base_url' | 'made_at'>,
  files: readonly HashedFile[],
  sha256: Hash,
): Promise<Manifest> {
  const links = await linksOf(bundle, files, sha256)
  const entries = files.map(
    ({ name, bytes, sha256: digest }, index): ManifestEntry => ({
      name,
      bytes,
      sha256: toHex(digest),
      chain: links[index] ?? '',
    }),
  )
  return { bundle_version: 1, base_url: bundle.base_url, made_at: bundle.made_at, entries }
}

/** The bytes that are signed. They are never serialized a second time, so they need no canonical form. */
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 1)}\n`
