import 'reflect-metadata'
import { generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { makeCertificate } from '@/lib/adapters/crypto/make-certificate'
import { alternativeNamesMax, certificatesMax } from '@/lib/adapters/crypto/read-certificates'
import { type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import type { HttpClient } from '@/lib/testing/http-client'
import { makeDeviceResponse, mdocParties } from '@/lib/testing/presented/make-device-response'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { type CostlyRequest, form, jwt, listOf } from './costly-requests'

const day = 86_400_000

/** Encodes a DER element of at most 65,535 bytes. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const extension = (oid: string, critical: boolean, value: Buffer) =>
  new x509.Extension(oid, critical, new Uint8Array(value))

/** Alternative names: an empty email address, the shortest form of all, or a DNS name. */
const nameForms = {
  short: () => der(0x81, Buffer.alloc(0)),
  long: (index: number) => der(0x82, Buffer.from(`n${index}.test`)),
} as const

/**
 * The longest accepted chain of CAs, lowest first. Each has the maximum number of alternative names and constrains
 * names of another form.
 */
async function chainOf(names: keyof typeof nameForms, now: EpochMillis): Promise<readonly X509Certificate[]> {
  const chain: X509Certificate[] = []
  let above: KeyObject | null = null
  const alternative = der(0x30, Buffer.concat(listOf(alternativeNamesMax, nameForms[names])))
  const excluded = der(0x30, der(0xa1, der(0x30, der(0x88, Buffer.from([0x2a, 3, 4])))))
  for (let at = 0; at < certificatesMax; at++) {
    const { privateKey }: { privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const made: X509Certificate = await makeCertificate(
      privateKey,
      { privateKey: above ?? privateKey, certificate: chain[0] ?? null },
      {
        subject: [['CN', `Costly ${at}`]],
        notBefore: epochMillis(now - day),
        notAfter: epochMillis(now + day),
        extensions: [
          new x509.BasicConstraintsExtension(true, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
          extension('2.5.29.30', true, excluded),
          extension('2.5.29.17', false, alternative),
        ],
      },
    )
    chain.unshift(made)
    above = privateKey
  }
  return chain
}

const pidOf = (format: string, meta: object) => ({ credentials: [{ id: 'pid', format, meta, multiple: true }] })
const sdJwtQuery = pidOf('dc+sd-jwt', { vct_values: ['a'] })
const mdocQuery = pidOf('mso_mdoc', { doctype_value: 'eu.europa.ec.eudi.pid.1' })

/**
 * Answers whose presentations contain certificates that cost as much as the limits allow. They differ each time,
 * because chain readings are cached.
 */
export function answersWithCertificates(
  service: { readonly baseUrl: string },
  http: HttpClient,
  credential: HeldCredential,
): CostlyRequest[] {
  const answer = (
    name: string,
    {
      count,
      names,
      anchored = false,
      dcql_query,
    }: {
      readonly count: number
      readonly names: keyof typeof nameForms
      readonly anchored?: boolean
      readonly dcql_query: typeof sdJwtQuery
    },
    present: (chains: readonly (readonly X509Certificate[])[]) => readonly string[] | Promise<readonly string[]>,
  ): CostlyRequest => ({
    name: `response: ${name}`,
    make: async () => {
      const chains: (readonly X509Certificate[])[] = []
      for (let at = 0; at < count; at++) chains.push(await chainOf(names, epochMillis(Date.now())))
      const roots = anchored ? chains.flatMap((chain) => chain.slice(-1)).map(({ raw }) => raw.toString('base64')) : []
      const asked = { response_mode: 'direct_post', dcql_query, ...(anchored ? { trust_anchors: roots } : {}) }
      const made = await createHandPresenter(service, credential, asked, http)
      return form(made.responsePath, [
        ['state', String(made.request.state)],
        ['vp_token', JSON.stringify({ pid: await present(chains) })],
      ])
    },
  })
  const sdJwts = (chains: readonly (readonly X509Certificate[])[]) =>
    chains.map((chain) => {
      const x5c = chain.map(({ raw }) => raw.toString('base64'))
      return `${jwt({ typ: 'dc+sd-jwt', x5c }, { vct: 'a' })}~`
    })
  const mdocs = async (chains: readonly (readonly X509Certificate[])[]) => {
    const parties = await mdocParties(epochMillis(Date.now()))
    return chains.map((chain) => {
      const x5chain = chain.map(({ raw }) => new Uint8Array(raw))
      return makeDeviceResponse(parties, {
        now: Date.now(),
        issuerAuth: (parts) => {
          parts[1] = new Map([[33, x5chain]])
        },
      })
    })
  }
  return [
    answer(
      'x5chain of 10 × 10 certificates with 1,000 short names',
      { count: 10, names: 'short', dcql_query: mdocQuery },
      mdocs,
    ),
    answer(
      'x5chain of 2 × 10 certificates with 1,000 long names',
      { count: 2, names: 'long', dcql_query: mdocQuery },
      mdocs,
    ),
    answer(
      'x5chain of 4 × 10 certificates with 1,000 short names, to anchors',
      { count: 4, names: 'short', anchored: true, dcql_query: mdocQuery },
      mdocs,
    ),
    answer(
      'x5c of 10 × 10 certificates with 1,000 short names',
      { count: 10, names: 'short', dcql_query: sdJwtQuery },
      sdJwts,
    ),
    answer(
      'x5c of 2 × 10 certificates with 1,000 long names',
      { count: 2, names: 'long', dcql_query: sdJwtQuery },
      sdJwts,
    ),
  ]
}
