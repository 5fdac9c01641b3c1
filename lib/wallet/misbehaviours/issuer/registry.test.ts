import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ofEachKind } from '@/scripts/thorough.mjs'
import { createKeyAttester, type KeyAttester } from '../../issuer/credential/attester'
import type { IssuerRun } from '../../issuer/run'
import { runAtIssuer } from '../../issuer/run-at-issuer'
import { generateKey } from '../../jose/key'
import { isObject } from '../../json'
import { type Script, type ScriptedIssuer, startScriptedIssuer } from '../../testing/scripted-issuer'
import { wayOf, wirePicture } from '../../testing/wire-picture'
import { checkIdOf } from '../misbehaviour'
import { endOf, type Misbehaviour } from './misbehaviour'
import { findMisbehaviour, misbehaviours, notProvokable, surprises } from './registry'

const nowMillis = Date.UTC(2030, 0, 1)

const keys = Array.from({ length: 24 }, () => generateKey())

const issuers = new Map<string, ScriptedIssuer>()

let attester: KeyAttester

beforeAll(async () => {
  attester = await createKeyAttester(nowMillis)
})

afterAll(async () => {
  for (const issuer of issuers.values()) await issuer.close()
})

const issuerFor = async ({ needs, id }: Misbehaviour): Promise<ScriptedIssuer> => {
  const { laboratory } = needs?.sessionOptions ?? {}
  const script: Script = {
    nowMillis,
    keyAttestations: needs?.issuer === 'eu-pid-device-bound',
    byReference: needs?.offerMode === 'credential_offer_uri',
    txCode: needs?.sessionOptions?.tx_code === true,
    flow: needs?.flow ?? 'pre_authorized_code',
    clientAttestation: needs?.flow === 'authorization_code',
    ...(isObject(laboratory) && laboratory.deferred !== undefined ? { deferrals: 1 } : {}),
    ...(id.startsWith('vci.notification.') ? { notification: true } : {}),
    ...(id.startsWith('vci.refresh.') ? { refresh: true } : {}),
    ...(id.startsWith('vci.batch.') ? { batch: 3 } : {}),
    ...(needs?.profile?.encrypt ? { encryption: 'offered' as const } : {}),
    ...(isObject(laboratory) && laboratory.encryption !== undefined ? { encryption: 'demanded' as const } : {}),
    demandDpopNonce: needs?.sessionOptions?.dpop_nonce === 'required',
  }
  const name = JSON.stringify(script)
  const issuer = issuers.get(name) ?? (await startScriptedIssuer(script))
  issuers.set(name, issuer)
  return issuer
}

/** A deterministic run. `first` shifts the sequence of keys, so that another wallet has other keys. */
const runFixed = (deeplink: string, misbehave: string | null, first = 0): Promise<IssuerRun> => {
  let key = first
  let random = 0
  return runAtIssuer({
    deeplink,
    txCode: '1234',
    clock: () => nowMillis,
    wait: async () => undefined,
    keys: () => keys[key++]!,
    random: (bytes) => Buffer.alloc(bytes, random++),
    attester,
    clientKey: keys[23]!,
    ...(misbehave === null ? {} : { misbehave }),
  })
}

describe('the registry of misbehaviours', () => {
  it('names each misbehaviour once, after the check that must notice it', () => {
    const ids = misbehaviours.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids)
      expect(id).toMatch(/^vci\.[a-z]+(_[a-z]+)*(\.[a-z0-9]+(_[a-z0-9]+)*)+(~[a-z0-9]+(_[a-z0-9]+)*)?$/)
  })

  it('has the plain name for each check that has variants', () => {
    const ids = new Set(misbehaviours.map(({ id }) => id))
    for (const entry of misbehaviours) expect(ids).toContain(checkIdOf(entry))
  })

  it('says in a few words what the wallet does', () => {
    const titles = misbehaviours.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    for (const title of titles) expect(title).toMatch(/^[A-Z].{10,90}[^.]$/)
  })

  it('does not list what it can provoke as impossible', () => {
    for (const { id } of misbehaviours) expect(notProvokable).not.toHaveProperty([id])
  })

  it('does not count the check it aims at among the others', () => {
    for (const entry of misbehaviours) expect(entry.alsoFails ?? []).not.toContain(checkIdOf(entry))
  })

  it('knows how a run ends', () => {
    expect(endOf(findMisbehaviour('vci.dpop.htm'))).toBe('refused_by_issuer')
    expect(endOf(findMisbehaviour('vci.dpop.htu_exact'))).toBe('credential_stored')
    expect(endOf(findMisbehaviour('vci.nonce.method_post'))).toBe('credential_stored')
  })

  it('refuses a name that it does not have', () => {
    expect(() => findMisbehaviour('vci.no.such')).toThrow(RangeError)
  })
})

/** A careless wallet differs only if a response is wrong, and this issuer's never are. The flow tests cover it. */
const isAboutFault = ({ skipsRule, stopsAt }: Misbehaviour): boolean => skipsRule !== undefined || stopsAt !== undefined

/**
 * Whether a session needs more from its issuer than this one has: trust, authorization details, a status, a challenge,
 * a token that expires before its credential is ready. The flow tests cover these too.
 */
function isAboutLaboratory({ needs }: Misbehaviour): boolean {
  const { laboratory, trust_framework } = needs?.sessionOptions ?? {}
  if (needs?.trust || trust_framework || needs?.profile?.authorizationDetails) return true
  const asked = isObject(laboratory) ? laboratory : {}
  const { client_attestation: attestation } = asked
  return (
    ['status', 'credential_identifiers', 'access_token_seconds'].some((name) => Object.hasOwn(asked, name)) ||
    (isObject(attestation) && attestation.challenge === true)
  )
}

/** The flow tests with the real service check that each one shows, and is marked. */
const tried = ofEachKind(
  misbehaviours.filter((entry) => !isAboutFault(entry) && !isAboutLaboratory(entry)),
  wayOf,
)

describe('each way to misbehave', () => {
  it.each(tried.map((entry) => [entry.id, entry] as const))(
    '%s shows on the wire and is marked in the log',
    async (id, entry) => {
      const issuer = await issuerFor(entry)
      issuer.received.length = 0
      const clean = await runFixed(issuer.deeplink, null)
      expect(clean.reason).toBeNull()
      expect(clean.log.some(({ misbehaved }) => misbehaved)).toBe(false)
      const usual = wirePicture(issuer.received, [...keys, attester.key])
      let run = clean
      for (let round = 0; round < (entry.needs?.runs ?? 1); round += 1) {
        issuer.received.length = 0
        // Different keys: with the same ones, a wallet that reuses its keys would look like a correct one.
        run = await runFixed(issuer.deeplink, id, round === 0 ? 0 : 4)
      }
      const unusual = wirePicture(issuer.received, [...keys, attester.key])
      expect(run.log.some(({ misbehaved }) => misbehaved)).toBe(true)
      if (entry.needs?.runs === undefined) expect(unusual).not.toEqual(usual)
      else expect(unusual).not.toEqual(await freshPicture(issuer))
    },
  )

  it('is the only thing that differs: two clean runs give the same picture', async () => {
    const issuer = await issuerFor(findMisbehaviour('vci.key_attestation.typ'))
    const pictures = []
    for (let round = 0; round < 2; round += 1) {
      issuer.received.length = 0
      await runFixed(issuer.deeplink, null)
      pictures.push(wirePicture(issuer.received, [...keys, attester.key]))
    }
    expect(pictures[0]).toEqual(pictures[1])
  })
})

async function freshPicture(issuer: ScriptedIssuer): Promise<string[]> {
  issuer.received.length = 0
  await runFixed(issuer.deeplink, null, 4)
  return wirePicture(issuer.received, [...keys, attester.key])
}

const run = (outcome: IssuerRun['outcome'], status: number | null, body: object, misbehaved = true): IssuerRun => ({
  outcome,
  log: [
    {
      step: 'token',
      at: 0,
      method: 'POST',
      url: 'https://issuer.example/token',
      headers: [],
      body: null,
      status,
      answerHeaders: [],
      answerBody: JSON.stringify(body),
      durationMillis: 1,
      probe: false,
      misbehaved,
    },
  ],
  credentials: [],
  refusal: null,
  trust: null,
  reason: null,
  issuer: null,
  unitIndex: null,
})

describe('how a service met a misbehaviour', () => {
  const refused = findMisbehaviour('vci.dpop.htm')
  const accepted = findMisbehaviour('vci.dpop.htu_exact')
  const error = 'invalid_dpop_proof'

  it('is no surprise when answer, link and end are the documented ones', () => {
    const body = { error, error_uri: 'https://issuer.example/checks/vci.dpop.htm' }
    expect(surprises(refused, run('refused_by_issuer', 401, body))).toEqual([])
    expect(surprises(refused, run('refused_by_issuer', 401, { error }))).toEqual([])
    expect(surprises(accepted, run('credential_stored', 200, {}))).toEqual([])
  })

  it('is told for each part that differs', () => {
    const body = { error: 'invalid_request', error_uri: 'https://issuer.example/checks/vci.dpop.typ' }
    expect(surprises(refused, run('credential_stored', 400, body))).toEqual([
      'Outcome: expected refused_by_issuer, seen credential_stored.',
      'Status: expected 401, seen 400.',
      'Error code: expected invalid_dpop_proof, seen invalid_request.',
      'Link: expected vci.dpop.htm, seen https://issuer.example/checks/vci.dpop.typ.',
    ])
    expect(surprises(accepted, run('credential_stored', 400, {}))).toEqual(['Response: expected success, seen 400.'])
    expect(surprises(accepted, run('credential_stored', null, {}))).toEqual(['Response: expected success, seen null.'])
  })

  it('is a surprise when the wallet did nothing wrong', () => {
    expect(surprises(refused, run('refused_by_issuer', 401, { error }, false))).toEqual([
      'The wallet did nothing wrong.',
    ])
  })
})
