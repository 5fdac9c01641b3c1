import { signDetached } from '../../ground/jose/detached-jws'
import type { Sha256, Signer, Spool } from '../../ground/ports/ports'
import { type EpochMillis, toEpochSeconds, toIso } from '../../ground/time/time'
import { toHex, utf8 } from '../../ground/values/base64url'
import { manifestName, signatureName } from './bounds'
import { type HashedFile, manifestOf, manifestText } from './manifest'
import { paddingOf, tarBytes, tarEnd, tarHeader } from './tar'
import { manifestTyp } from './verify-bundle'

/** A file of a bundle, with its content. */
export interface BundleFile {
  readonly name: string
  readonly content: Uint8Array
}

/** A few files that are made together, and need not be in memory with those of others. */
export type BundlePart = () => Promise<readonly BundleFile[]>

/** A bundle that waits to be sent. */
export interface MadeBundle {
  readonly bytes: number
  /** SHA-256 of the manifest, hexadecimal. */
  readonly manifestSha256: string
  /** The archive in small pieces, once. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Thrown for a bundle that would be longer than it may be. */
export class BundleTooLarge extends Error {
  override readonly name = 'BundleTooLarge'
}

interface BundleInput {
  readonly baseUrl: string
  readonly madeAt: EpochMillis
  readonly signer: Signer
  readonly sha256: Sha256
  /** The length that no archive may pass. */
  readonly bytesMax: number
  /** Where the archive waits; discarded where this throws. */
  readonly spool: Spool
}

/**
 * Makes the archive part by part, and signs its manifest. It is whole before its first byte is sent: its length is known, one that is
 * too large is refused with a status, and evidence that is deleted later is in it still. Throws BundleTooLarge, and what
 * a part or the spool throws.
 */
export async function makeBundle(parts: readonly BundlePart[], input: BundleInput): Promise<MadeBundle> {
  try {
    return await made(parts, input)
  } catch (error) {
    await input.spool.discard()
    throw error
  }
}

async function made(parts: readonly BundlePart[], input: BundleInput): Promise<MadeBundle> {
  const { baseUrl, madeAt, signer, sha256, bytesMax, spool } = input
  const modified = toEpochSeconds(madeAt)
  let bytes = 0
  const put = async (files: readonly BundleFile[]) => {
    bytes += tarBytes(files.map(({ content }) => content.length)) - tarEnd.length
    if (bytes + tarEnd.length > bytesMax) throw new BundleTooLarge()
    for (const { name, content } of files) {
      await spool.write(tarHeader({ name, bytes: content.length, modified }))
      await spool.write(content)
      await spool.write(new Uint8Array(paddingOf(content.length)))
    }
  }
  const hashed: HashedFile[] = []
  for (const make of parts) {
    const files = await make()
    await put(files)
    hashed.push(...files.map(({ name, content }) => ({ name, bytes: content.length, sha256: sha256(content) })))
  }
  const manifest = utf8(manifestText(await manifestOf({ base_url: baseUrl, made_at: toIso(madeAt) }, hashed, sha256)))
  const jws = signDetached(manifest, { header: { typ: manifestTyp, x5c: signer.x5c }, signer })
  await put([
    { name: manifestName, content: manifest },
    { name: signatureName, content: utf8(jws) },
  ])
  await spool.write(tarEnd)
  return { bytes: bytes + tarEnd.length, manifestSha256: toHex(sha256(manifest)), chunks: await spool.chunks() }
}
