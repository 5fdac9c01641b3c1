import { beforeAll, describe, expect, it } from 'vitest'
import {
  createTrustWorld,
  identifier,
  listUrl,
  statusListUri,
  type TrustWorld,
  withBrokenSignature,
} from '../testing/trust-maker'
import { evaluateIssuer, type IssuerParts } from './evaluate-issuer'
import { isFatalInIssuance } from './finding'
import { createTrustMemory, type TrustSettings } from './trust-context'

const nowMillis = Date.UTC(2030, 0, 1)
const entitlement = 'https://uri.etsi.org/19475/Entitlement/'
const pid = { format: 'dc+sd-jwt', vct: 'urn:eudi:pid:1' }
const asIssuer = {
  entitlements: [`${entitlement}PID_Provider`],
  provides_attestations: [
    { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } },
    { format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } },
    { format: 'dc+sd-jwt', meta: { vct_values: ['urn:library:1'] } },
  ],
  credentials: undefined,
  intended_use_id: undefined,
}
const dataset = (of: string) => ({ format: 'registrar_dataset', data: { identifier: [{ identifier: of }] } })
const entry = (data: unknown) => ({ format: 'registration_cert', data })

let world: TrustWorld
let registration: string
beforeAll(async () => {
  world = await createTrustWorld(nowMillis)
  registration = await world.registration(asIssuer)
})

interface Changes {
  issuerInfo?: unknown
  x5c?: IssuerParts['x5c']
  configuration?: IssuerParts['configuration']
  documents?: Record<string, string | null>
  settings?: Partial<TrustSettings>
}

async function evaluate({ issuerInfo, x5c, configuration = pid, documents = {}, settings }: Changes = {}) {
  const asked: string[] = []
  const { findings, providers } = await evaluateIssuer(
    {
      settings: world.settings(settings),
      now: nowMillis,
      neglects: null,
      fetch: async (_step, url) => {
        asked.push(url)
        const body = documents[url] ?? (documents[url] === null ? undefined : world.documents.get(url))
        return body === undefined ? null : { bytes: Buffer.from(body), mediaType: '' }
      },
    },
    {
      x5c: x5c === undefined ? [world.access.der] : x5c,
      metadata: { issuer_info: issuerInfo ?? [dataset(identifier), entry(registration)] },
      configuration,
    },
  )
  return { findings, providers, asked, reasons: findings.map(({ reason }) => reason) }
}

const registered = async (changes: object) => ({
  issuerInfo: [entry(await world.registration({ ...asIssuer, ...changes }))],
})

/** What is wrong with an issuer that a wallet must not use, and the wallet's name for it. */
const wrongs: Record<string, readonly [reasons: string[], changes: () => Promise<Changes> | Changes]> = {
  issuer_registration_missing: [['registration_missing'], () => ({ issuerInfo: [dataset(identifier)] })],
  issuer_registration_twice: [
    ['registration_twice'],
    () => ({ issuerInfo: [entry(registration), entry(registration)] }),
  ],
  issuer_registration_bad_signature: [
    ['registration_signature'],
    () => ({ issuerInfo: [entry(withBrokenSignature(registration))] }),
  ],
  issuer_registration_expired: [['registration_expired'], () => registered({ exp: nowMillis / 1000 - 1 })],
  issuer_registration_revoked: [
    ['registration_revoked'],
    async () => ({ documents: { [statusListUri]: await world.statusList([17]) } }),
  ],
  issuer_registration_no_status: [['registration_no_status'], () => registered({ status: undefined })],
  issuer_registration_other_subject: [['registration_other_subject'], () => registered({ sub: 'NTRIT-OTHER' })],
  'data of the register about another party': [
    ['registration_other_subject'],
    () => ({ issuerInfo: [dataset('NTRIT-OTHER'), entry(registration)] }),
  ],
  issuer_not_entitled: [
    ['registration_entitlement'],
    () => registered({ entitlements: [`${entitlement}Service_Provider`] }),
  ],
  'PID by a provider of other attestations': [
    ['registration_entitlement'],
    () => registered({ entitlements: [`${entitlement}Non_Q_EAA_Provider`] }),
  ],
  issuer_over_providing: [
    ['over_providing'],
    () => registered({ provides_attestations: [{ format: 'dc+sd-jwt', meta: { vct_values: ['urn:other'] } }] }),
  ],
  'the type in another format': [
    ['over_providing'],
    () => registered({ provides_attestations: [{ format: 'mso_mdoc', meta: { vct_values: ['urn:eudi:pid:1'] } }] }),
  ],
  'nothing registered to issue': [['over_providing'], () => registered({ provides_attestations: undefined })],
  'metadata that are not signed': [['metadata_unsigned'], () => ({ x5c: null })],
  issuer_access_ca_unlisted: [
    ['access_untrusted'],
    async () => ({ x5c: [(await world.leaf(world.authorities.strangers)).der] }),
  ],
  issuer_access_expired: [
    ['access_expired'],
    async () => {
      const notAfter = new Date(nowMillis - 1)
      return { x5c: [(await world.leaf(world.authorities.access, { notAfter })).der] }
    },
  ],
  issuer_list_expired: [
    ['list_expired', 'access_not_judged'],
    async () => ({
      documents: {
        [listUrl('access')]: await world.list('access', { information: { NextUpdate: '2029-12-31T00:00:00Z' } }),
      },
    }),
  ],
  issuer_list_unreachable: [
    ['list_unreachable', 'registration_not_judged'],
    () => ({ documents: { [listUrl('registrar')]: null } }),
  ],
  'list of providers unreachable': [['list_unreachable'], () => ({ documents: { [listUrl('pid')]: null } })],
}

describe('the trust in an issuer', () => {
  it('is complete where nothing is wrong, and says who may have issued the credential', async () => {
    const { findings, providers } = await evaluate()
    expect(findings).toEqual([])
    expect(providers?.map(({ subject }) => subject)).toEqual([world.authorities.pid.certificate.subject])
  })

  it.each(Object.keys(wrongs))('is broken by %s, so that the wallet asks for nothing', async (name) => {
    const [reasons, changesOf] = wrongs[name]!
    const { findings, reasons: found } = await evaluate(await changesOf())
    expect(found).toEqual(reasons)
    expect(findings.some(isFatalInIssuance)).toBe(true)
  })

  it('is not broken by a list with a lower sequence number', async () => {
    const { findings } = await evaluate({ settings: { memory: createTrustMemory({ [listUrl('pid')]: 8 }) } })
    expect(findings.map(({ reason }) => reason)).toEqual(['list_rolled_back'])
    expect(findings.some(isFatalInIssuance)).toBe(false)
  })

  it('takes the same for an mdoc', async () => {
    const configuration = { format: 'mso_mdoc', doctype: 'eu.europa.ec.eudi.pid.1' }
    expect((await evaluate({ configuration })).reasons).toEqual([])
  })

  it('takes other attestations by a provider that is on no list', async () => {
    const configuration = { format: 'dc+sd-jwt', vct: 'urn:library:1' }
    const found = await evaluate({
      configuration,
      ...(await registered({ entitlements: [`${entitlement}Non_Q_EAA_Provider`] })),
    })
    expect([found.reasons, found.providers]).toEqual([[], null])
  })

  it('looks for a public provider of attestations on its own list', async () => {
    const configuration = { format: 'dc+sd-jwt', vct: 'urn:library:1' }
    const documents = { [listUrl('pub_eaa')]: await world.list('pub_eaa', { authorities: [world.authorities.pid] }) }
    const changes = { documents, ...(await registered({ entitlements: [`${entitlement}PUB_EAA_Provider`] })) }
    const found = await evaluate({ configuration, ...changes })
    expect(found.reasons).toEqual([])
    expect(found.providers).toHaveLength(1)
    expect(found.asked).toContain(listUrl('pub_eaa'))
  })
})
