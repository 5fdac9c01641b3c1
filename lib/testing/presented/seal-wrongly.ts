import { createCipheriv, createHash, createPublicKey, diffieHellman, type JsonWebKey, randomBytes } from 'node:crypto'
import { newPrivateKey } from '../new-private-key'

const uint32 = (value: number) => Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])
const sized = (bytes: Buffer) => Buffer.concat([uint32(bytes.length), bytes])

/** What is wrong with it. */
export interface SealChange {
  readonly algorithm?: string
  readonly apu?: Buffer
  readonly apv?: Buffer
  readonly length?: number
  readonly key?: (shared: Buffer) => Buffer
  readonly aad?: (head: string) => Buffer
  /** Further members of the header, and others than the right ones. */
  readonly header?: Readonly<Record<string, unknown>>
}

/** A JWE in ECDH-ES direct mode for a key, right but for one change. RFC7518-4.6.2 */
export function sealWrongly(
  recipient: JsonWebKey,
  plaintext: string,
  { enc = 'A128GCM', ...change }: SealChange & { readonly enc?: 'A128GCM' | 'A256GCM' } = {},
): string {
  const ephemeral = newPrivateKey()
  const { kty, crv, x, y } = createPublicKey(ephemeral as never).export({ format: 'jwk' })
  const [apu, apv] = [Buffer.from('a wallet'), Buffer.from('a verifier')]
  const header = {
    alg: 'ECDH-ES',
    enc,
    epk: { kty, crv, x, y },
    apu: apu.toString('base64url'),
    apv: apv.toString('base64url'),
    ...change.header,
  }
  const head = Buffer.from(JSON.stringify(header)).toString('base64url')
  const bytes = enc === 'A128GCM' ? 16 : 32
  const publicKey = createPublicKey({ key: recipient, format: 'jwk' })
  const shared = diffieHellman({ privateKey: ephemeral, publicKey })
  const derived = createHash('sha256')
    .update(uint32(1))
    .update(shared)
    .update(sized(Buffer.from(change.algorithm ?? enc)))
    .update(sized(change.apu ?? apu))
    .update(sized(change.apv ?? apv))
    .update(uint32(change.length ?? bytes * 8))
    .digest()
  const key = (change.key?.(shared) ?? derived).subarray(0, bytes)
  const iv = randomBytes(12)
  const cipher = createCipheriv(bytes === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, iv)
  cipher.setAAD(change.aad?.(head) ?? Buffer.from(head))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return [head, '', ...[iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.')
}
