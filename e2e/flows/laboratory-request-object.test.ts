import { describe, expect, it } from 'vitest'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()
const { http } = service

const checks = ['sent', 'compact', 'jws'].map((name) => `vci.request_object.${name}`)

async function run(laboratory: JsonObject, patchForm?: (form: [string, string][]) => void) {
  const created = (
    await http(
      jsonPost('/sessions', {
        issuer_configuration_id: 'eu-pid-device-bound',
        credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
        flow: 'authorization_code',
        laboratory,
      }),
    )
  ).object()
  const { outcome } = await runAtIssuer({
    deeplink: String(created.deeplink),
    clock: service.now,
    ...(patchForm === undefined
      ? {}
      : {
          misbehave: {
            id: 'changed',
            title: 'Pushes another form',
            expect: 'accepted' as const,
            patchForm: { at: 'par' as const, change: patchForm },
          },
        }),
  })
  const path = new URL(String(created.issuer_identifier)).pathname
  const metadata = (await http({ path: `/.well-known/oauth-authorization-server${path}` })).object()
  const view = (await http({ path: `/sessions/${created.session_id}` })).object() as unknown as IssuanceSessionView
  const statusOf = (id: string) => view.checks.conformance.find((entry) => entry.id === id)?.status
  return { outcome, metadata, statuses: checks.map(statusOf), plain: statusOf('vci.par.no_request_object'), view }
}

describe('an issuer that takes request objects', () => {
  it('announces it, reads its parameters from a signed one, and judges its form', async () => {
    const { outcome, metadata, statuses, plain } = await run({ request_object: 'accepted' })
    expect(outcome).toBe('credential_stored')
    expect(metadata).toMatchObject({
      request_parameter_supported: true,
      request_object_signing_alg_values_supported: ['ES256', 'ES384', 'ES512'],
    })
    expect([...statuses, plain]).toEqual(['pass', 'pass', 'pass', 'not_applicable'])
  })

  it('takes plain parameters too, and tells that they came', async () => {
    const { outcome, statuses } = await run({ request_object: 'accepted' }, (form) => {
      const claims = JSON.parse(
        Buffer.from(form.find(([name]) => name === 'request')?.[1].split('.')[1] ?? '', 'base64url').toString(),
      )
      const { iss: _iss, aud: _aud, iat: _iat, exp: _exp, ...parameters } = claims
      form.splice(0, form.length, ...(Object.entries(parameters) as [string, string][]))
    })
    expect(outcome).toBe('credential_stored')
    expect(statuses).toEqual(['warn', 'not_applicable', 'not_applicable'])
  })

  it('reads no parameter from outside of the object but the client', async () => {
    const { outcome, statuses } = await run({ request_object: 'accepted' }, (form) => {
      form.push(['scope', 'another'], ['response_type', 'token'], ['redirect_uri', 'https://elsewhere.example/cb'])
    })
    expect(outcome).toBe('credential_stored')
    expect(statuses).toEqual(['pass', 'pass', 'pass'])
  })

  it('is made by the option alone: other issuers announce nothing', async () => {
    const { metadata, statuses, plain } = await run({ request_object: 'refused' })
    expect(Object.keys(metadata).filter((name) => name.startsWith('request_'))).toEqual([])
    expect([...statuses, plain]).toEqual(['not_applicable', 'not_applicable', 'not_applicable', 'pass'])
  })
})

describe('the baseline of issuances', () => {
  it('adds sessions for what the wallet is declared to send, and no others', async () => {
    const wallet = { name: 'Signer', version: '1' }
    const presets = async (): Promise<string[]> => {
      const created = await http(jsonPost('/campaigns', { wallet, campaign: 'baseline_issuance' }))
      return (created.object() as unknown as CampaignView).steps.map(({ preset }) => preset)
    }
    const declared = async (items: JsonObject) => {
      await http(jsonPost('/coverage/declarations', { wallet, items }))
      return (await presets()).slice(9)
    }
    expect(await presets()).toHaveLength(9)
    expect(await declared({ par_request_object: true })).toEqual(['lab.request_object'])
    expect(await declared({ par_request_object: false, proof_types: ['jwt', 'attestation'] })).toEqual([
      'lab.proof_attestation',
    ])
  })
})
