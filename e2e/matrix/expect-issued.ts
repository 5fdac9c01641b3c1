import { calculateJwkThumbprint, type JWK } from 'jose'
import { expect } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { fetchPublished, verifyPublished } from '@/lib/testing/verify-published'
import type { IssuerRun } from '@/lib/wallet/issuer/run'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { IssuanceCombination } from './combinations'
import type { MatrixService } from './matrix-service'
import { profileOf, sessionRequest } from './requests'

/** Maximum number of credentials per response. */
const credentialsMax = 20

/**
 * Runs the reference wallet through one variant of issuance, and asserts everything that must hold at its end: what the
 * wallet has, what a stranger verifies with the published documents, and what the session says.
 */
export async function expectIssued(matrix: MatrixService, combination: IssuanceCombination): Promise<void> {
  const { service, wallet } = matrix
  const post = { method: 'POST', body: JSON.stringify(sessionRequest(combination)) }
  const created = await json(`${service.baseUrl}/sessions`, post)
  const published = await fetchPublished(created.issuer_identifier, created.credential_configuration_id)
  const run = await runAtIssuer({
    ...wallet,
    deeplink: created.deeplink,
    profile: profileOf(combination),
    trustAnchors: [published.anchor.toString()],
  })
  expect(run.refusal ?? run.reason).toBeNull()
  expect(run.outcome).toBe('credential_stored')
  expect([...service.comparison.differences]).toEqual([])

  const session: IssuanceSessionView = await json(`${service.baseUrl}/sessions/${created.session_id}`)
  expect(session.status).toBe('credential_accepted')
  expectChecks(session, combination)
  expectEncryption(session, run, combination)

  expect(run.credentials).toHaveLength(Math.min(combination.attestedKeys, credentialsMax))
  const { keys } = await json(`${service.baseUrl}/sessions/${created.session_id}/jwks`)
  const holders = await Promise.all(keys.map((key: JWK) => calculateJwkThumbprint(key)))
  const bound: string[] = []
  for (const { raw, verified } of run.credentials) {
    const { holderThumbprint, claims } = await verifyPublished(raw, published, new Date())
    bound.push(holderThumbprint)
    expect(verified).toMatchObject({ holderThumbprint, chainTrusted: true })
    expectSubject(claims, combination)
    expect(JSON.stringify(session)).not.toContain(raw.slice(0, 60))
  }
  expect(new Set(bound).size).toBe(bound.length)
  expect([...bound].sort()).toEqual([...holders].sort())
}

/**
 * Expects no failure, except that a wallet without an attestation does not meet HAIP where the issuer claims it; a
 * broken must of a claimed profile decides the verdict.
 */
function expectChecks({ checks }: IssuanceSessionView, { issuer, client }: IssuanceCombination): void {
  const short = client === 'none' && issuer === 'eu-pid-device-bound'
  const failed = checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)
  expect([...new Set(failed)]).toEqual(short ? ['vci.client_auth.present'] : [])
  expect(checks.summary.verdict).toBe(short ? 'fail' : 'pass')
  expect(checks.summary.by_profile.base.verdict).toBe('pass')
}

/** Expects the requested encryption: a compact JWE without encrypted key in both directions, or JSON in both. */
function expectEncryption(
  { checks, observed }: IssuanceSessionView,
  { log }: IssuerRun,
  { encrypted }: IssuanceCombination,
): void {
  expect(checks.credential_request_encrypted).toBe(encrypted)
  const used = encrypted ? { alg: 'ECDH-ES', enc: 'A128GCM' } : { alg: null, enc: null }
  expect(observed.encryption).toEqual({
    request: { encrypted, ...used, kid: encrypted ? expect.any(String) : null },
    response: {
      requested: encrypted,
      ...used,
      key_thumbprint: encrypted ? expect.stringMatching(/^[\w-]{43}$/) : null,
    },
  })
  const exchange = log.findLast(({ step }) => step === 'credential')
  const form = encrypted ? /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/ : /^\{.*\}$/
  expect(exchange?.body).toMatch(form)
  expect(exchange?.answerBody).toMatch(form)
}

/** Expects one claim that has the same name in both formats, and one that differs; the metadata describes the rest. */
function expectSubject(claims: Readonly<Record<string, unknown>>, { format }: IssuanceCombination): void {
  if (format === 'sd-jwt') expect(claims).toMatchObject({ birth_family_name: 'Brontë', issuing_country: 'IT' })
  else
    expect(claims).toMatchObject({ 'eu.europa.ec.eudi.pid.1': { family_name_birth: 'Brontë', issuing_country: 'IT' } })
}

async function json(url: string, init?: RequestInit) {
  return (await fetch(url, init)).json()
}
