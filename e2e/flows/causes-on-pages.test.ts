import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixHeading } from '@/lib/core/engine/evidence/fix-heading'
import type { SessionCause, SessionOutcome } from '@/lib/core/engine/evidence/z-session-view'
import { epochMillis } from '@/lib/core/shared/time/time'
import { installContainer } from '@/lib/server/container'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet, preAuthorizedGrant } from '@/lib/testing/hand-wallet'
import { startPocketBase } from '@/lib/testing/pocketbase'
import {
  makeDeviceResponse,
  mdocParties,
  pidNamespace,
  transcriptOf,
} from '@/lib/testing/presented/make-device-response'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { textOf } from './shown-page'

/**
 * The page of a session says what led to a refusal, who is to act and what to do next, on a new data directory and on
 * one that was used before.
 */
let pocketBase: Awaited<ReturnType<typeof startPocketBase>>
beforeAll(async () => {
  pocketBase = await startPocketBase()
}, 600_000)
afterAll(() => pocketBase.remove())

interface Told {
  readonly session_id: string
  readonly outcome: SessionOutcome
  readonly cause: SessionCause | null
  readonly next_step: { readonly do: string } | null
}

describe.each(['a new data directory', 'the same directory, used before'])('over %s', () => {
  let service: TestService
  let credential: HeldCredential
  beforeAll(async () => {
    const { pages } = await openBuiltPages()
    service = await startService({ pages, pocketBase })
    installContainer(service.container)
    const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
    credential = credentials[0] as HeldCredential
  }, 900_000)
  afterAll(() => service.close())

  /** The page as text, which says what the read-back says; the texts that it has to show besides. */
  async function expectShown(view: Told, kind: 'issuance' | 'presentation', ...texts: string[]): Promise<string> {
    const page = await fetch(`${service.baseUrl}/inspect/${kind}/${view.session_id}`)
    expect(page.status).toBe(200)
    const shown = textOf((await page.text()).replaceAll(/<script[\s\S]*?<\/script>/g, ''))
    const { cause, outcome } = view
    const due = [outcome.sentence, cause?.sentence, cause?.fix, fixHeading(cause?.acts), ...texts]
    for (const text of due) expect(shown).toContain(text?.replaceAll(/\s+/g, ' '))
    return shown
  }

  const jwtOnly = { issuer_configuration_id: 'eu-pid-jwt-proof-only' }

  it('V1: token parameters in the URL', async () => {
    const wallet = await createHandWallet(service, jwtOnly)
    const query = new URLSearchParams({ grant_type: preAuthorizedGrant, 'pre-authorized_code': wallet.code })
    expect((await wallet.requestToken({ query: `?${query}`, body: '' })).status).toBe(400)
    const view = await wallet.view()
    expect(view.cause?.check).toBe('vci.token.params_in_body')
    await expectShown(view, 'issuance', 'in the URL')
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it('V14: a pushed request without a scope', async () => {
    const wallet = await createHandCodeWallet(service, jwtOnly)
    const answer = await wallet.push({ form: (form) => form.delete('scope') })
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_scope'])
    const view = await wallet.view()
    expect([view.cause?.check, view.outcome.sentence]).toEqual(['vci.par.scope_present', 'Request refused'])
    await expectShown(view, 'issuance', 'Request refused')
  })

  it('P9: an mdoc that is signed after it becomes valid', async () => {
    const parties = await mdocParties(epochMillis(Date.now()))
    const presenter = await createHandPresenter(service, credential, {
      response_mode: 'direct_post',
      dcql_query: {
        credentials: [
          {
            id: 'pid',
            format: 'mso_mdoc',
            meta: { doctype_value: pidNamespace },
            claims: [{ path: [pidNamespace, 'family_name'] }],
          },
        ],
      },
      trust_anchors: [parties.rootBase64],
    })
    const [clientId = '', nonce = '', responseUri = '', state = ''] = [
      'client_id',
      'nonce',
      'response_uri',
      'state',
    ].map((name) => String(presenter.request[name]))
    const validFrom = new Date(Math.floor(Date.now() / 1000) * 1000 - 20 * 60_000)
    const text = makeDeviceResponse(parties, {
      now: Date.now(),
      transcript: transcriptOf({ clientId, nonce, responseUri }),
      mso: (mso) => void (mso.get('validityInfo') as Map<string, unknown>).set('validFrom', validFrom),
    })
    const answer = await presenter.answer({ vp_token: { pid: [text] }, state })
    expect(answer.status).toBe(400)
    const view = await presenter.view()
    expect(view.cause).toMatchObject({ reason: 'vp.mdoc.validity#order', acts: 'issuer' })
    const shown = await expectShown(view, 'presentation', 'For the issuer of the credential')
    expect(shown).toContain(validFrom.toISOString().slice(0, 19))
    expect(shown).not.toContain('before it expires')
  })

  it('P11: a query that leads below a text, before and after the wallet declines', async () => {
    const path = ['birthdate', 'year']
    const presenter = await createHandPresenter(service, credential, {
      response_mode: 'direct_post',
      dcql_query: {
        credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims: [{ path }] }],
      },
    })
    const created = await presenter.view()
    const [problem] = created.request_problems
    const before = await fetch(`${service.baseUrl}/inspect/presentation/${created.session_id}`)
    const waiting = textOf(await before.text())
    expect(waiting).toContain('/dcql_query/credentials/0/claims/0/path')
    expect(waiting).toContain(String(problem?.message))
    const declined = await presenter.answer({ error: 'access_denied', state: presenter.request.state })
    expect(declined.status).toBe(200)
    const view = await presenter.view()
    expect(view.cause).toMatchObject({ reason: 'vp.request.answerable#path_below_value', acts: 'tester' })
    await expectShown(view, 'presentation', 'In your request', 'The wallet declined', 'error access_denied')
  })
})
