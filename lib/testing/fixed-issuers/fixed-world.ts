import { createECDH, createHash, createHmac, createPrivateKey, type KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decrypter } from '@/lib/adapters/crypto/decrypter'
import { signer } from '@/lib/adapters/crypto/signer'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import { bodyBytes } from '@/lib/core/shared/http/reply'
import { exchangeId } from '@/lib/core/shared/ports/ids'
import type { IssuerKeys } from '@/lib/core/shared/ports/keys'
import type { Signer } from '@/lib/core/shared/ports/ports'
import { epochMillis } from '@/lib/core/shared/time/time'
import { utf8 } from '@/lib/core/shared/values/base64url'
import { readEnvironment } from '@/lib/server/basics/env'
import type { Container } from '@/lib/server/container'
import { answerExchange } from '@/lib/server/http/router'
import { createContainer } from '@/lib/server/wiring/create-container'
import { type WalletKey, walletKeyOf } from '@/lib/wallet/jose/key'
import { answerOf, type HttpAnswer, type HttpClient, type HttpRequest } from '../http-client'

/** A service and a wallet's means without any randomness. */
export interface FixedWorld {
  readonly service: { readonly baseUrl: string; readonly now: () => ReturnType<typeof epochMillis> }
  readonly http: HttpClient
  /** Every response since the last call, as sent to the client: status, header fields, body. */
  takeAnswers(): { readonly request: string; readonly answer: HttpAnswer }[]
  readonly newKey: () => WalletKey
  readonly random: (bytes: number) => Buffer
  close(): Promise<void>
}

const host = 'localhost:3999'
const at = epochMillis(Date.UTC(2026, 5, 1, 12))

/** This many bytes, derived from a text. */
const hashed = (text: string | Uint8Array, length: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(length / 32) }, (_, part) =>
      createHash('sha256').update(String(part)).update(text).digest(),
    ),
  ).subarray(0, length)

/** A P-256 key derived from a name; it protects nothing. */
function namedKey(name: string): KeyObject {
  const d = hashed(name, 32)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(d)
  const point = pair.getPublicKey()
  const text = (part: Buffer) => part.toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)), d: text(d) }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

/** Real signatures are random; these are derived from the signed data. */
const signatureOf = (data: Uint8Array): Uint8Array => new Uint8Array(hashed(data, 64))

/** Starts the service with a fixed clock, fixed randomness and fixed keys, over memory. */
export async function openFixedWorld(): Promise<FixedWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wallet-capture-fixed-'))
  const baseUrl = `http://${host}`
  const now = () => at
  const settings = readEnvironment({
    PORT: '3999',
    BASE_URL: baseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SESSION_RATE_LIMIT: '0',
    ADDRESS_MIB_PER_DAY: '0',
    DISK_FLOOR_MIB: '0',
  })
  const container = await createContainer({
    settings,
    now,
    openStore: async () => ({
      ...createMemoryStore({ now, ledgerSize: settings.ledgerSize }),
      healthy: async () => 'up',
      purge: async () => ({ sessions: 0, exchanges: 0, values: 0, keys: 0 }),
      close: async () => undefined,
    }),
  })
  let drawn = 0
  const next = (kind: string) => `${kind} ${drawn++}`
  const { ports } = container
  const made = new Set<string>()
  const withoutChance = (name: string, certificates: number): Signer => {
    const right = signer(namedKey(name))
    made.add(right.publicJwk.x)
    const x5c = Array.from({ length: certificates }, (_, index) => hashed(`${name} ${index}`, 90).toString('base64'))
    return { ...right, x5c, validFrom: certificates === 0 ? null : at, sign: signatureOf }
  }
  const issuerKeys = (id: string): IssuerKeys => ({
    accessToken: withoutChance(`${id} access-token`, 0),
    credential: withoutChance(`${id} credential`, 1),
    mdoc: withoutChance(`${id} mdoc`, 1),
    requestEncryption: decrypter(namedKey(`${id} request-encryption`)),
  })
  const keyedHash = (purpose: string, data: string): Uint8Array =>
    createHmac('sha256', 'fixed').update(`${purpose}|${data}`).digest()
  const world: Container = {
    ...container,
    monotonicMillis: () => 0,
    ports: {
      ...ports,
      random: (bytes) => new Uint8Array(hashed(next('random'), bytes)),
      uuid: () => `00000000-0000-4000-8000-${String(drawn++).padStart(12, '0')}`,
      keyedHash,
      issuerKeys: (id) => {
        ports.issuerKeys(id)
        return issuerKeys(id)
      },
      rootCertificate: { pem: 'the root', der: utf8('the root') },
      verifySignature: (input) =>
        made.has(String(input.publicJwk.x))
          ? Buffer.from(signatureOf(input.data)).equals(Buffer.from(input.signature))
          : ports.verifySignature(input),
    },
  }
  let answers: { request: string; answer: HttpAnswer }[] = []
  const send = async ({
    method = 'GET',
    path: target,
    headers = [],
    body = null,
  }: HttpRequest): Promise<HttpAnswer> => {
    const [path = '', query = null] = target.split('?')
    const bytes = typeof body === 'string' ? utf8(body) : (body ?? new Uint8Array())
    const reply = await answerExchange(
      {
        id: exchangeId(world.ports.uuid()),
        at,
        method,
        path,
        query,
        headers: [['Host', host], ...headers],
        body: bytes,
        bodyOverflow: false,
        bodyBytes: bytes.length,
        remoteAddress: '127.0.0.1',
      },
      world,
    )
    if (reply === null || reply.body?.kind === 'stream') throw new Error(`${target} is no endpoint.`)
    const text = Buffer.from(bodyBytes(reply.body)).toString(path.endsWith('.png') ? 'base64' : 'utf8')
    const answer = answerOf({ path: target, status: reply.status, fields: reply.headers, body: text })
    answers.push({ request: `${method} ${path}`, answer })
    return answer
  }
  return {
    service: { baseUrl, now },
    http: Object.assign(send, { close: () => undefined }),
    takeAnswers: () => {
      const taken = answers
      answers = []
      return taken
    },
    newKey: () => walletKeyOf(namedKey(next('wallet key'))),
    random: (bytes) => hashed(next('wallet'), bytes),
    close: async () => {
      await container.close()
      await rm(dataDir, { recursive: true })
    },
  }
}
