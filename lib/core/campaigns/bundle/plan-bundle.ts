import { signDetached } from '../../ground/jose/detached-jws'
import type { Sha256, Signer } from '../../ground/ports/ports'
import { type EpochMillis, toEpochSeconds, toIso } from '../../ground/time/time'
import { utf8 } from '../../ground/values/base64url'
import { toHex } from '../../ground/values/to-hex'
import { manifestName, signatureName } from './bounds'
import { type HashedFile, manifestOf, manifestText } from './manifest'
import { paddingOf, tarBytes, tarEnd, tarHeader } from './tar'
import { manifestTyp } from './verify-bundle'

/** A file of a bundle, with its content. */
export interface BundleFile {
  readonly name: string
  readonly content: Uint8Array
}

/** A few files that are made together, with the same bytes each time, so that they need not be kept. */
export type BundlePart = () => Promise<readonly BundleFile[]>

/** A bundle whose every byte is decided, though most are not in memory. */
export interface PlannedBundle {
  readonly bytes: number
  /** SHA-256 of the manifest, hexadecimal. */
  readonly manifestSha256: string
  /** The archive in small pieces. Throws where a file is made with other bytes than it was planned with. */
  chunks(): AsyncGenerator<Uint8Array>
}

/** Thrown for a bundle that would be longer than it may be. */
export class BundleTooLarge extends Error {
  override readonly name = 'BundleTooLarge'
}

/** Thrown where evidence changed between the two times that it is read. */
export class EvidenceChanged extends Error {
  override readonly name = 'EvidenceChanged'
}

interface PlanInput {
  readonly baseUrl: string
  readonly madeAt: EpochMillis
  readonly signer: Signer
  readonly sha256: Sha256
  /** The length that no archive may pass. */
  readonly bytesMax: number
}

/**
 * Makes every file once to learn its length and hash, and signs the manifest: a length stands before the first byte is sent, and
 * a bundle that is too large is refused with a status. Each part is made again when its turn to be sent comes, so that no
 * more than one is in memory. Throws BundleTooLarge.
 */
export async function planBundle(parts: readonly BundlePart[], input: PlanInput): Promise<PlannedBundle> {
  const { baseUrl, madeAt, signer, sha256, bytesMax } = input
  const planned: (readonly HashedFile[])[] = []
  let bytes = 0
  const count = (files: readonly { readonly bytes: number }[]) => {
    bytes += tarBytes(files.map((file) => file.bytes)) - tarEnd.length
    if (bytes + tarEnd.length > bytesMax) throw new BundleTooLarge()
  }
  for (const make of parts) {
    const files = (await make()).map(({ name, content }) => ({ name, bytes: content.length, sha256: sha256(content) }))
    count(files)
    planned.push(files)
  }
  const manifest = utf8(
    manifestText(await manifestOf({ base_url: baseUrl, made_at: toIso(madeAt) }, planned.flat(), sha256)),
  )
  const jws = signDetached(manifest, { header: { typ: manifestTyp, x5c: signer.x5c }, signer })
  const last = [
    { name: manifestName, content: manifest },
    { name: signatureName, content: utf8(jws) },
  ]
  count(last.map(({ content }) => ({ bytes: content.length })))
  const modified = toEpochSeconds(madeAt)
  return {
    bytes: bytes + tarEnd.length,
    manifestSha256: toHex(sha256(manifest)),
    async *chunks() {
      for (const [index, make] of parts.entries()) {
        const files = await make()
        if (!files.every(({ content }, at) => isPlanned(content, planned[index]?.[at], sha256)))
          throw new EvidenceChanged('The evidence of a bundle changed while it was sent.')
        for (const file of files) yield* tarOf(file, modified)
      }
      for (const file of last) yield* tarOf(file, modified)
      yield tarEnd
    },
  }
}

const isPlanned = (content: Uint8Array, planned: HashedFile | undefined, sha256: Sha256): boolean =>
  planned !== undefined && toHex(sha256(content)) === toHex(planned.sha256)

/** How much is handed on at once: a stream keeps a few pieces until its client has read them. */
const chunkBytes = 64 * 1024

function* tarOf({ name, content }: BundleFile, modified: number): Generator<Uint8Array> {
  yield tarHeader({ name, bytes: content.length, modified })
  for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes)
  const padding = paddingOf(content.length)
  if (padding > 0) yield new Uint8Array(padding)
}
