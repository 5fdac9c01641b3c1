import { afterEach, describe, expect, it } from 'vitest'
import { fixHeading } from '@/lib/core/engine/evidence/fix-heading'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { preAuthorizedGrant } from '@/lib/testing/hand-wallet'
import { nextStepGuard } from '@/lib/testing/next-step-guard'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { createForeignIssuer } from '@/lib/wallet/verifier/foreign-issuer'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { declaredPairs, pairsIn } from './explained-pairs'

type View = IssuanceSessionView | PresentationSessionView

const service = serviceForTests()
const guard = nextStepGuard(() => service)
afterEach(() => guard.compare())

const jwtOnly = { issuer_configuration_id: 'eu-pid-jwt-proof-only' }
const asForm: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']

/** Every pair of a reason and what it explains that was seen to fail together. */
const seen = new Set<string>()

function noted<Of extends View>(view: Of): Of {
  for (const pair of pairsIn(view)) seen.add(pair)
  return view
}

const refusing = ({ checks }: View) => checks.conformance.find(({ rejected }) => rejected)

/** Every report says what the read-back says, and the page of the session does. */
async function expectTold({ session_id, cause, outcome }: View, path: string): Promise<void> {
  const wanted = [cause?.sentence, cause?.fix, outcome.sentence, ...(cause?.refused_by ? [cause.refused_by] : [])]
  const texts = await Promise.all(
    ['junit', 'md', 'html', 'har'].map(async (format) =>
      (await fetch(`${service.baseUrl}${path}/${session_id}/report?format=${format}`)).text(),
    ),
  )
  for (const text of texts) {
    const said = plain(text)
    for (const one of wanted) expect(said).toContain(plain(one ?? ''))
    expect(said).toContain(plain(fixHeading(cause?.acts)))
  }
}

/** A text without the markup of a format, and in lower case: an outcome goes on in the middle of a sentence. */
const plain = (text: string): string => text.replaceAll(/&(?:#39|apos|quot);|[\\`'"]/g, '').toLowerCase()

describe('the finding that explains leads, and the code is that of the one that refused', () => {
  it.each(['a form without a field', 'no body and no media type'])(
    'V1: token parameters in the URL, pre-authorized code, %s',
    async (body) => {
      const wallet = await guard.wallet(service, jwtOnly)
      const query = `?grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Apre-authorized_code&pre-authorized_code=${wallet.code}`
      const answer = await wallet.http({
        method: 'POST',
        path: wallet.path('token') + query,
        headers: [['DPoP', wallet.dpop('token')], ...(body.startsWith('a form') ? [asForm] : [])],
        body: '',
      })
      expect(answer.status).toBe(400)
      expect(answer.object()).toMatchObject({
        error: 'invalid_request',
        error_description: 'Send the parameters of the token request in the body as a form: they are in the URL.',
        error_uri: `${service.baseUrl}/checks/vci.token.params_in_body`,
      })
      const view = noted(await wallet.view())
      expect(view.cause).toMatchObject({
        check: 'vci.token.params_in_body',
        reason: 'vci.token.params_in_body#instead',
        refused_by: refusing(view)?.id,
        acts: 'wallet',
        rule: 'specification',
        clause: { id: 'RFC6749-3.2' },
      })
      expect(view.next_step?.operation).toBe('requestToken')
      await expectTold(view, '/sessions')
      expect((await wallet.requestToken()).status).toBe(200)
    },
  )

  it('V1: token parameters in the URL, authorization code', async () => {
    const wallet = await createHandCodeWallet(service, jwtOnly)
    const code = await wallet.obtainCode()
    const fields = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: wallet.redirectUri,
      code_verifier: wallet.verifier,
      client_id: wallet.clientId,
    })
    const answer = await wallet.http({
      method: 'POST',
      path: `${wallet.path('token')}?${fields}`,
      headers: [['DPoP', wallet.dpop('token')], asForm],
      body: '',
    })
    expect(answer.status).toBe(400)
    expect(answer.object().error_description).toMatch(/in the URL/)
    const view = noted(await wallet.view())
    expect(view.cause?.check).toBe('vci.token.params_in_body')
    expect(view.next_step?.operation).toBe('requestToken')
    expect((await wallet.redeem(code)).status).toBe(200)
  })

  it('pushed parameters in the URL', async () => {
    const wallet = await createHandCodeWallet(service, jwtOnly)
    for (const headers of [[asForm], []] as [string, string][][]) {
      const answer = await wallet.http({
        method: 'POST',
        path: `${wallet.path('par')}?response_type=code&client_id=${wallet.clientId}&issuer_state=${wallet.issuerState}`,
        headers: [['DPoP', wallet.dpop('par')], ...headers],
        body: '',
      })
      expect(answer.object().error_description).toMatch(/in the URL/)
    }
    const view = noted(await wallet.view())
    expect(view.cause?.check).toBe('vci.par.params_in_body')
    expect((await wallet.push()).status).toBe(201)
  })

  it.each(['pre-authorized_code', 'code'])('V2: the wrong grant explains its code, sent as %s', async (name) => {
    const wallet = await guard.wallet(service, jwtOnly)
    const answer = await wallet.requestToken({
      form: (form) => {
        form.set('grant_type', 'authorization_code')
        form.delete('pre-authorized_code')
        form.set(name, wallet.code)
      },
    })
    expect(answer.status).toBe(400)
    const view = noted(await wallet.view())
    expect(view.cause?.check).toBe('vci.offer.grant_respected')
    expect(view.next_step?.operation).toBe('requestToken')
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it.each(['pre-authorized_code', 'code'])(
    'the pre-authorized grant for an authorization code, sent as %s',
    async (name) => {
      const wallet = await createHandCodeWallet(service, jwtOnly)
      const code = await wallet.obtainCode()
      const answer = await wallet.redeem(code, {
        form: (form) => {
          form.set('grant_type', preAuthorizedGrant)
          form.delete('code')
          form.set(name, code)
        },
      })
      expect(answer.status).toBe(400)
      const view = noted(await wallet.view())
      expect(view.cause?.check).toBe('vci.offer.grant_respected')
      expect((await wallet.redeem(code)).status).toBe(200)
    },
  )

  it('P10: the order of a chain explains its signature', async () => {
    const http = createNodeClient()
    const { credentials } = await obtainCredential({ origin: service.baseUrl, http, format: 'mso_mdoc' })
    const created = await fetch(`${service.baseUrl}/openid4vp/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        dcql_query: {
          credentials: [
            {
              id: 'pid',
              format: 'mso_mdoc',
              meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
              claims: ['family_name', 'given_name', 'birth_date'].map((name) => ({
                path: ['eu.europa.ec.eudi.pid.1', name],
              })),
            },
          ],
        },
      }),
    })
    const { session_id, deeplink } = (await created.json()) as { session_id: string; deeplink: string }
    await runAtVerifier({
      deeplink,
      credentials: [...credentials],
      clock: service.now,
      foreignIssuer: await createForeignIssuer(service.now()),
      misbehave: 'vp.mdoc.x5chain~root_first',
    })
    const view: PresentationSessionView = noted(
      await (await fetch(`${service.baseUrl}/openid4vp/sessions/${session_id}`)).json(),
    )
    expect(view.cause).toMatchObject({ reason: 'vp.mdoc.x5chain#order', acts: 'issuer' })
    expect(view.cause?.fix).toMatch(/signer comes first/)
    expect((view.exchanges ?? []).at(-1)?.response?.body).toMatchObject({
      error_description: 'The certificates in x5chain are in the reverse order.',
    })
    await expectTold(view, '/openid4vp/sessions')
  })
})

describe('a rule of this service', () => {
  const house = { rule: 'house', acts: 'wallet' } as const
  const musts = ({ checks }: View) => checks.conformance.filter((one) => one.level === 'must' && one.status === 'fail')

  it.each([
    ['absent', false],
    ['thumbprint_alone', true],
  ])('V16: refuses a pushed request without a DPoP proof, and fails no MUST: %s', async (reason, sendsThumbprint) => {
    const wallet = await createHandCodeWallet(service, jwtOnly)
    const answer = await wallet.push({
      dpop: null,
      form: (form) => {
        if (sendsThumbprint) form.set('dpop_jkt', wallet.dpopKey.thumbprint)
      },
    })
    expect(answer.object().error).toBe('invalid_dpop_proof')
    const view = await wallet.view()
    expect(view.cause).toMatchObject({
      ...house,
      check: 'vci.par.dpop_present',
      reason: `vci.par.dpop_present#${reason}`,
      clause: { id: 'HOUSE-1', url: `${service.baseUrl}/checks/house#rule-1` },
    })
    expect(musts(view)).toEqual([])
    expect(view.outcome).toMatchObject({ id: 'refused', sentence: 'Request refused', over: false })
    expect(view.outcome.detail).toMatch(/^by a rule of this service/)
    expect(view.next_step?.operation).toBe('pushAuthorizationRequest')
    expect((await wallet.push()).status).toBe(201)
    expect((await wallet.view()).outcome.id).toBe('running')
  })

  it('V14: refuses authorization_details alone with invalid_scope, and says that it is refused', async () => {
    const wallet = await createHandCodeWallet(service, jwtOnly)
    const details = [
      { type: 'openid_credential', credential_configuration_id: wallet.created.credential_configuration_id },
    ]
    const answer = await wallet.push({
      form: (form) => {
        form.delete('scope')
        form.set('authorization_details', JSON.stringify(details))
      },
    })
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_scope'])
    const view = await wallet.view()
    expect(view.cause).toMatchObject({ ...house, check: 'vci.par.scope_present', clause: { id: 'HOUSE-2' } })
    expect(view.outcome).toMatchObject({ id: 'refused', sentence: 'Request refused' })
    expect(view.outcome.detail).toMatch(/^by a rule of this service/)
    expect(musts(view)).toEqual([])
  })

  it('V14: refuses a request without scope and authorization_details likewise, by the profile', async () => {
    const wallet = await createHandCodeWallet(service, jwtOnly)
    const answer = await wallet.push({ form: (form) => form.delete('scope') })
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_scope'])
    const view = await wallet.view()
    expect(view.cause).toMatchObject({ check: 'vci.par.scope_present', rule: 'specification' })
    expect(view.outcome).toMatchObject({ id: 'refused', sentence: 'Request refused' })
    expect(view.next_step?.operation).toBe('pushAuthorizationRequest')
    expect((await wallet.push()).status).toBe(201)
    expect((await wallet.view()).outcome.id).toBe('running')
  })
})

it('a credential named by its format explains the other members of drafts', async () => {
  const wallet = await guard.wallet(service, jwtOnly)
  await wallet.obtainToken()
  await wallet.requestCredential({
    request: (request) => {
      const { jwt } = request.proofs as { jwt: string[] }
      delete request.credential_configuration_id
      delete request.proofs
      Object.assign(request, { format: 'vc+sd-jwt', proof: { proof_type: 'jwt', jwt: jwt[0] } })
    },
  })
  const view = noted(await wallet.view())
  expect(view.cause?.reason).toBe('vci.credential.one_identifier#by_format')
  await expectTold(view, '/sessions')
})

it('a credential request sent as a form explains its media type', async () => {
  const wallet = await guard.wallet(service, jwtOnly)
  await wallet.obtainToken()
  const answer = await wallet.requestCredential({
    headers: (fields) => fields.splice(1, 1, asForm),
    body: 'credential_configuration_id=pid',
  })
  expect([answer.status, answer.object().error]).toEqual([400, 'invalid_credential_request'])
  const view = noted(await wallet.view())
  expect(view.cause?.reason).toBe('vci.credential.json_object#form_for_json')
  await expectTold(view, '/sessions')
  expect((await wallet.requestCredential()).status).toBe(200)
})

it('an attestation of an early draft explains that its method of authentication is not listed', async () => {
  const wallet = await createHandCodeWallet(service)
  await wallet.push({
    form: (form) => {
      form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-client-attestation')
      form.set('client_assertion', `${wallet.attestation()}~${wallet.pop()}`)
    },
  })
  const view = noted(await wallet.view())
  expect(view.cause?.reason).toBe('vci.private_key_jwt.assertion_type#attestation')
  expect(view.checks.summary.drafts?.line).toContain('draft 02')
})

it('a wrong address explains that nothing responds there', async () => {
  const wallet = await guard.wallet(service, jwtOnly)
  const answer = await wallet.http({
    method: 'POST',
    path: wallet.path('tokens'),
    headers: [asForm],
    body: `grant_type=${encodeURIComponent(preAuthorizedGrant)}&pre-authorized_code=${wallet.code}`,
  })
  expect(answer.status).toBe(404)
  expect(noted(await wallet.view()).cause).toMatchObject({
    check: 'vci.metadata.endpoints_from_metadata',
    refused_by: 'vci.transport.served',
  })
})

it('another issuer explains that it has not the offer', async () => {
  const wallet = await guard.wallet(service, { credential_offer_mode: 'credential_offer_uri' })
  const path = new URL(wallet.created.offer_url).pathname.replace('eu-pid-device-bound', 'eu-pid-jwt-proof-only')
  expect((await wallet.http({ path })).status).toBe(404)
  expect(noted(await wallet.view()).cause).toMatchObject({
    check: 'vci.flow.issuer_isolation',
    refused_by: 'vci.transport.served',
  })
})

it.each([
  ['compact', 'no.jws'],
  ['jws', 'AAAA.AAAA.AAAA'],
])('a request object that cannot be read explains what would be in it: %s', async (check, value) => {
  const wallet = await createHandCodeWallet(service, { laboratory: { request_object: 'accepted' } })
  const answer = await wallet.push({
    form: (form) => {
      for (const name of [...form.keys()]) form.delete(name)
      form.set('request', value)
    },
  })
  expect([answer.status, answer.object().error]).toEqual([400, 'invalid_request_object'])
  expect(noted(await wallet.view()).cause?.check).toBe(`vci.request_object.${check}`)
})

it('each pair of the issuer was seen to fail together', () => {
  // Those of the other wing are in `explained-in-answers.test.ts`.
  expect(
    declaredPairs('vci')
      .filter((pair) => !seen.has(pair))
      .sort(),
  ).toEqual([])
})
