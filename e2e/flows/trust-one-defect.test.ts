import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuerDeviations } from '@/lib/core/issuer/deviations'
import { verifierDeviations } from '@/lib/core/verifier/deviations'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { TrustReport } from '@/lib/wallet/trust/finding'
import type { TrustSettings } from '@/lib/wallet/trust/trust-context'
import { createTrustMemory } from '@/lib/wallet/trust/trust-context'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

let service: TestService
let operators: X509Certificate[]
let credentials: readonly HeldCredential[]
const http = createNodeClient()
beforeAll(async () => {
  service = await startService()
  operators = [new X509Certificate((await fetched('/trust/anchors/lists.pem')).bytes)]
  credentials = (await obtainCredential({ origin: service.baseUrl, http, format: 'dc+sd-jwt' })).credentials
})
afterAll(() => service.close())

async function fetched(target: string) {
  const response = await fetch(new URL(target, service.baseUrl))
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

const alias = 'lasting0address0of0lists'

/** A session with this deviation, and the wallet that evaluates all of its trust and goes on as far as it can. */
async function runAt(half: 'issuance' | 'presentation', deviation: string, memory = createTrustMemory()) {
  const path = half === 'issuance' ? '/sessions' : '/openid4vp/sessions'
  const created = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      list_alias: alias,
      ...(half === 'issuance' && { issuer_configuration_id: 'eu-pid-jwt-proof-only' }),
      ...(deviation === 'none'
        ? { trust_framework: 'eu' }
        : { [half === 'issuance' ? 'fault' : 'negative_test']: deviation }),
    }),
  })
  expect(created.status).toBe(201)
  const { deeplink } = await created.json()
  const bodies: string[] = []
  const send: SendHttp = async (request) => {
    const answer = await http(request)
    bodies.push(answer.body)
    return answer
  }
  const trust: TrustSettings = {
    policy: 'warn',
    lists: { base: `${service.baseUrl}/trust/a/${alias}/lists`, operators },
    anchors: {},
    overAsking: 'warn',
    memory,
  }
  const more = { deeplink, trust, http: send, clock: service.now }
  const run: { trust: Pick<TrustReport, 'findings'> | null; reason: string | null } =
    half === 'issuance' ? await runAtIssuer(more) : await runAtVerifier({ ...more, credentials: [...credentials] })
  // Without a list that holds nobody can judge what it anchors.
  const found = (run.trust?.findings ?? []).map(({ reason }) => reason).filter((one) => !one.endsWith('_not_judged'))
  const reasons: string[] = found.length === 0 && run.reason !== null ? [run.reason] : [...new Set(found)]
  return { reasons, bodies }
}

/** Every token in what was received, also those within tokens, with what it says. */
function tokensIn(text: string): { header: Record<string, unknown>; claims: unknown }[] {
  return [...text.matchAll(/ey[\w-]+\.ey[\w-]+\.[\w-]*/g)].flatMap(([token]) => {
    const [head = '', body = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
    try {
      return [{ header: JSON.parse(head), claims: JSON.parse(body) }, ...tokensIn(body)]
    } catch {
      return []
    }
  })
}

const addressesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/https?:\/\/[^"\\ ]+/g)]
    .map(([found]) => found)
    .filter((address) => address.startsWith(`${service.baseUrl}/trust/`))

const parsed = (base64: string) => new x509.X509Certificate(base64)

/** What cannot be fetched, or is not right, of what one certificate names. */
async function wrongOf(certificate: x509.X509Certificate): Promise<string[]> {
  const wrong: string[] = []
  const leaf = new X509Certificate(Buffer.from(certificate.rawData))
  const [issuer] = certificate.getExtension(x509.AuthorityInfoAccessExtension)?.caIssuers ?? []
  const points = certificate.getExtension(x509.CRLDistributionPointsExtension)?.distributionPoints ?? []
  const [revocation] = points.flatMap(({ distributionPoint }) => distributionPoint?.fullName ?? [])
  if (issuer === undefined || revocation?.uniformResourceIdentifier === undefined) return wrong
  const { status, bytes } = await fetched(issuer.value)
  if (status !== 200) return [`issuer ${status}`]
  const authority = new X509Certificate(bytes)
  if (!leaf.checkIssued(authority) || !leaf.verify(authority.publicKey)) wrong.push('not signed by its issuer')
  const list = await fetched(revocation.uniformResourceIdentifier)
  if (list.status !== 200) return [...wrong, `revocation list ${list.status}`]
  const crl = new x509.X509Crl(list.bytes)
  if (!(await crl.verify({ publicKey: new x509.X509Certificate(bytes) }))) wrong.push('revocation list of another')
  if (Number(crl.nextUpdate) < service.now()) wrong.push('revocation list expired')
  if (crl.findRevoked(certificate) !== null) wrong.push('revoked')
  return wrong
}

/** What is wrong with the certificates of all tokens that came, and with what they and registrations name. */
async function wrongIn(bodies: readonly string[]): Promise<string[]> {
  const tokens = bodies.flatMap(tokensIn)
  const certificates = new Set(
    tokens.flatMap(({ header }) => (Array.isArray(header.x5c) ? header.x5c.slice(0, 1).map(String) : [])),
  )
  expect(certificates.size).toBeGreaterThan(0)
  const wrong = (await Promise.all([...certificates].map((one) => wrongOf(parsed(one))))).flat()
  const named = tokens.filter(({ header }) => header.typ === 'rc-wrp+jwt').flatMap(({ claims }) => addressesIn(claims))
  for (const address of new Set(named)) {
    const target = address.endsWith('/registrar') ? `${address}/wrp` : address
    const { status } = await fetched(target)
    if (status !== 200) wrong.push(`${new URL(target).pathname.split('/').at(-1)} ${status}`)
  }
  return wrong
}

/** The defects that show in what can be fetched. Of every other deviation all of that is right. */
const fetchable: Readonly<Record<string, readonly string[]>> = {
  access_chain_broken: ['not signed by its issuer'],
  access_revoked: ['revoked'],
  issuer_access_revoked: ['revoked'],
  registration_status_unreachable: ['status.jwt 503'],
}

const ofTrust = [
  ...verifierDeviations.filter(({ changes }) => changes.trust !== undefined).map(({ id }) => ['presentation', id]),
  ...issuerDeviations.filter(({ needs }) => needs?.trust_framework === 'eu').map(({ id }) => ['issuance', id]),
] as ['issuance' | 'presentation', string][]

describe('what is wrong with trust on purpose', () => {
  it.each(['issuance', 'presentation'] as const)('is nothing where nothing is asked for, in %s', async (half) => {
    const { reasons, bodies } = await runAt(half, 'none')
    expect([reasons, await wrongIn(bodies)]).toEqual([[], []])
  })

  it.each(ofTrust)('is one thing alone, in %s: %s', async (half, id) => {
    const memory = createTrustMemory()
    if (id.endsWith('list_rolled_back')) await runAt(half, 'none', memory)
    const { reasons, bodies } = await runAt(half, id, memory)
    expect(reasons, reasons.join()).toHaveLength(1)
    expect(await wrongIn(bodies)).toEqual(fetchable[id] ?? [])
  })
})
