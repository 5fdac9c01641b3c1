import { generateKeyPairSync } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { sha256, verifySignature } from '@/lib/adapters/crypto/ports'
import { certificateReader } from '@/lib/adapters/crypto/read-certificates'
import { signer as signerOf } from '@/lib/adapters/crypto/signer'
import { zlib } from '@/lib/adapters/zlib/zlib'
import type { SdJwtVcReading } from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import type { FetchDocument } from '../../shared/ports/ports'
import type { PresentationSession } from '../../shared/ports/store-types'
import { packStatuses } from '../../shared/status/status-bits'
import { statusListJwt } from '../../shared/status/status-list-token'
import { addSeconds, epochMillis } from '../../shared/time/time'
import { utf8 } from '../../shared/values/base64url'
import { goodSdJwt, validSignature } from '../checks/fixtures/sd-jwt-reading'
import { lookUpStatuses } from './look-up-statuses'

const now = epochMillis(1_795_176_000_000)

const newSigner = () => signerOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)

const signer = newSigner()

/** A credential with a status, by an issuer with this key. */
const referring = (uri: string, index = 0, { publicJwk } = signer): SdJwtVcReading => ({
  ...goodSdJwt,
  issuerSignature: validSignature,
  issuerKey: { ...goodSdJwt.issuerKey, resolved: true, jwk: { ...publicJwk } } as SdJwtVcReading['issuerKey'],
  status: {
    ...goodSdJwt.status,
    present: true,
    statusList: { isObject: true, idx: 'non_negative_integer', index, uri, uriIsUrl: true },
  },
})

/** A list without a certificate, signed by the credentials' issuer; entry 7 is revoked. */
const listAt = (uri: string): ReturnType<FetchDocument> =>
  Promise.resolve({
    answered: true,
    status: 200,
    mediaType: 'application/statuslist+jwt',
    body: utf8(
      statusListJwt(
        {
          uri,
          issuedAt: now,
          expiresAt: addSeconds(now, 60),
          ttlSeconds: 60,
          bits: 1,
          compressed: zlib.deflate(packStatuses([[7, 1]], { bits: 1, size: 100 })),
        },
        { ...signer, x5c: [] },
      ),
    ),
    remembered: false,
  })

/** Marks a session created with the operator token. */
const mark = {}

const lookUp = (readings: readonly SdJwtVcReading[], fetchStatusList: FetchDocument | null) =>
  lookUpStatuses(
    readings,
    { options: { check_status: true }, sessionId: 'made with the token' } as PresentationSession,
    {
      exchange: { at: now, remoteAddress: '192.0.2.1' },
      ports: { fetchStatusList, verifySignature, zlib, sha256, store: { oneTimeValue: async () => mark } },
      settings: { baseUrl: 'https://own.example' },
      collaborators: { ownStatusList: async () => null },
      readCertificates: certificateReader([], { now: () => now }),
    } as unknown as Parameters<typeof lookUpStatuses>[2],
  )

it('fetches the lists of one answer side by side', async () => {
  const release: (() => void)[] = []
  const fetch = vi.fn<FetchDocument>(async (url) => {
    await new Promise<void>((resolve) => release.push(resolve))
    return listAt(url)
  })
  const uris = [1, 2, 3, 4].map((number) => `https://issuer.example/${number}`)
  const looking = lookUp(
    uris.map((uri) => referring(uri, 7)),
    fetch,
  )
  // Each one waits for all others.
  await vi.waitFor(() => expect(release).toHaveLength(4))
  expect(fetch.mock.calls[0]?.[1]).toEqual({ remoteAddress: '192.0.2.1', isOperator: true })
  for (const go of release) go()
  const { statuses, fetches } = await looking
  expect(statuses.flat().map((lookup) => lookup.read && lookup.value)).toEqual([1, 1, 1, 1])
  expect(fetches.map(({ uri }) => uri)).toEqual(uris)
})

it('fetches a list once, and reads no more than four', async () => {
  const fetch = vi.fn<FetchDocument>(listAt)
  const uri = 'https://issuer.example/1'
  const { statuses } = await lookUp(
    [
      referring(uri, 7),
      referring(uri, 8),
      ...[2, 3, 4, 5].map((number) => referring(`https://issuer.example/${number}`)),
      referring(uri, 9),
    ],
    fetch,
  )
  expect(statuses.flat().map((lookup) => (lookup.read ? lookup.value : lookup.because))).toEqual([
    1,
    0,
    0,
    0,
    0,
    'too_many_lists',
    0,
  ])
  expect(fetch).toHaveBeenCalledTimes(4)
})

it('reads a list without a certificate by the key of each credential that refers to it', async () => {
  const fetch = vi.fn<FetchDocument>(listAt)
  const uri = 'https://issuer.example/1'
  const { statuses, fetches } = await lookUp([referring(uri, 7), referring(uri, 7, newSigner())], fetch)
  expect(statuses.flat()).toMatchObject([
    { problems: [], value: 1 },
    { problems: ['signature'], value: 1 },
  ])
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(fetches).toEqual([{ uri, own: false, status: 200, error: 'signature' }])
})

it('asks nobody where the installation fetches no lists', async () => {
  const { statuses, fetches } = await lookUp([referring('https://issuer.example/1')], null)
  expect(statuses).toEqual([[{ read: false, because: 'not_fetched' }]])
  expect(fetches).toMatchObject([{ status: null, error: 'not_fetched' }])
})
