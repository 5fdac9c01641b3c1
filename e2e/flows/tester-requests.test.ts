import { AuthorityKeyIdentifierExtension, SubjectKeyIdentifierExtension, X509Certificate } from '@peculiar/x509'
import { decodeProtectedHeader } from 'jose'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import type { PresentationChanges } from '@/lib/testing/hand-presenter'
import { jsonPost } from '@/lib/testing/http-client'
import { nextStepGuard } from '@/lib/testing/next-step-guard'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** Mistakes in the tester's own request are told when it is made, and later in place of the wallet. */
const service = serviceForTests()
const { http } = service
let credential: HeldCredential
const guard = nextStepGuard(() => service)
afterEach(() => guard.compare())
beforeAll(async () => {
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})

const asking = (claims: JsonObject[], more: JsonObject = {}): JsonObject => ({
  credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims, ...more }],
})
const open = (body: JsonObject) => guard.presenter(service, credential, body)
const present = async (dcql_query: JsonObject, changes: PresentationChanges) => {
  const presenter = await open({ dcql_query })
  const answer = await presenter.answer(presenter.payload(changes))
  return { answer, view: await presenter.view() }
}
const decline = async (body: JsonObject, error: JsonObject = { error: 'access_denied' }) => {
  const presenter = await open(body)
  const answer = await presenter.answer({ ...error, state: presenter.request.state })
  return { answer, view: await presenter.view() }
}
type View = Pick<PresentationSessionView, 'checks' | 'cause'>
const found = ({ checks }: View, id: string) => checks.conformance.find((entry) => entry.id === id)
const failed = ({ checks }: View) => checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)

describe('P11, P12: a query that selects nothing', () => {
  const rows: [string, (string | null)[], (string | null)[], RegExp][] = [
    [
      'path_below_value',
      ['family_name', 'given_name'],
      ['family_name'],
      /^The query asks for \["family_name","given_name"\], which leads below/,
    ],
    [
      'path_below_value',
      ['birthdate', 'year'],
      ['birthdate'],
      /^The query asks for \["birthdate","year"\], which leads below/,
    ],
    [
      'path_below_value',
      ['family_name', null],
      ['family_name'],
      /^The query asks for \["family_name",null\], which leads below/,
    ],
    [
      'name_on_array',
      ['nationalities', 'country'],
      ['nationalities', null],
      /with a name where an array has its elements\.$/,
    ],
    ['text_for_index', ['nationalities', '0'], ['nationalities', null], /with a text where an array has an index\.$/],
  ]

  describe.each(rows)('%s: %j', (reason, path, delivered, sentence) => {
    const query = asking([{ path: ['given_name'] }, { path }])
    const pointer = '/dcql_query/credentials/0/claims/1/path'

    it('is told at its claim when the session is made', async () => {
      const view = await (await open({ dcql_query: query })).view()
      expect(view.request_problems).toMatchObject([
        { severity: 'note', pointer, reason: `vp.request.answerable#${reason}` },
      ])
      expect(view.request_conformant).toBe(true)
    })

    it('leads where the wallet answers as far as it can, and the wallet does not fail', async () => {
      const queryOfScope = asking([{ path: ['given_name'] }, { path: delivered }])
      const { answer, view } = await present(query, { queryOfScope })
      expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
      expect(failed(view)).toEqual([])
      expect(view.checks.summary.verdict).not.toBe('fail')
      expect(found(view, 'vp.dcql.claims_present')).toMatchObject({ status: 'warn', rejected: true })
      expect(view.cause).toMatchObject({
        reason: `vp.request.answerable#${reason}`,
        acts: 'tester',
        refused_by: 'vp.dcql.claims_present',
        sentence: expect.stringMatching(sentence),
      })
    })

    it('leads where the wallet declines', async () => {
      const { answer, view } = await decline({ dcql_query: query })
      expect(answer.status).toBe(200)
      expect(failed(view)).toEqual([])
      expect(view.cause).toMatchObject({ reason: `vp.request.answerable#${reason}`, acts: 'tester' })
    })
  })

  it('hides no claim that the wallet left out besides', async () => {
    const query = asking([{ path: ['given_name'] }, { path: ['birthdate', 'year'] }])
    const { answer, view } = await present(query, { queryOfScope: asking([{ path: ['sex'] }]) })
    expect(answer.status).toBe(400)
    expect(found(view, 'vp.dcql.claims_present')).toMatchObject({
      status: 'fail',
      cause: 'The presentation lacks what the query asks for: given_name',
    })
  })

  it('P12: is told from an index that the credential does not have', async () => {
    const query = asking([{ path: ['given_name'] }, { path: ['nationalities', 7] }])
    const { view } = await present(query, { queryOfScope: asking([{ path: ['given_name'] }]) })
    expect(view.request_problems).toEqual([])
    expect(failed(view)).toEqual(['vp.dcql.claims_present'])
    expect(view.cause?.check).toBe('vp.dcql.claims_present')
  })
})

describe('P18: a key identifier that is none', () => {
  const query = asking([{ path: ['given_name'] }], {
    trusted_authorities: [{ type: 'aki', values: ['MBaAFLPbSKT5ocXYrjZBzBFjaWIpvEvG'] }],
  })

  it('is told when the session is made, and later in place of the wallet', async () => {
    const { answer, view } = await present(query, { queryOfScope: asking([{ path: ['given_name'] }]) })
    expect(view.request_problems).toMatchObject([
      {
        severity: 'violation',
        pointer: '/dcql_query/credentials/0/trusted_authorities/0/values/0',
        message: expect.stringContaining('s9tIpPmhxdiuNkHMEWNpYim8S8Y'),
      },
    ])
    expect([answer.status, answer.body]).toEqual([200, '{}'])
    expect(found(view, 'vp.dcql.trusted_authority_aki')).toMatchObject({ status: 'warn' })
    expect(found(view, 'vp.request.answerable')).toMatchObject({ status: 'warn' })
    expect(failed(view)).toEqual([])
    const declined = await decline({ dcql_query: query })
    expect(declined.view.cause).toMatchObject({ reason: 'vp.request.answerable#authority_wrapped', acts: 'tester' })
  })
})

describe('a key identifier of the signer of a credential itself', () => {
  it('is told with that of the authority above it, and later in place of the wallet', async () => {
    const [x5c] = [decodeProtectedHeader(credential.raw.split('~')[0] ?? '').x5c]
    const leaf = new X509Certificate(Buffer.from(x5c?.[0] ?? '', 'base64'))
    const own = Buffer.from(leaf.getExtension(SubjectKeyIdentifierExtension)?.keyId ?? '', 'hex').toString('base64url')
    const above = Buffer.from(leaf.getExtension(AuthorityKeyIdentifierExtension)?.keyId ?? '', 'hex')
    const query = asking([{ path: ['given_name'] }], { trusted_authorities: [{ type: 'aki', values: [own] }] })
    const { answer, view } = await present(query, { queryOfScope: asking([{ path: ['given_name'] }]) })
    expect(view.request_problems).toMatchObject([
      {
        severity: 'note',
        pointer: '/dcql_query/credentials/0/trusted_authorities/0/values/0',
        reason: 'vp.request.answerable#authority_of_leaf',
        message: expect.stringContaining(above.toString('base64url')),
      },
    ])
    expect(answer.status).toBe(200)
    expect(found(view, 'vp.dcql.trusted_authority_aki')).toMatchObject({ status: 'warn' })
    expect(failed(view)).toEqual([])
    const declined = await decline({ dcql_query: query })
    expect(declined.view.cause).toMatchObject({ reason: 'vp.request.answerable#authority_of_leaf', acts: 'tester' })
  })
})

describe('a type whose metadata this service hosts', () => {
  const diploma = { id: 'diploma', format: 'dc+sd-jwt', claims: { degree: 'MSc', modules: [{ title: 'Algebra' }] } }
  const typeOf = async () => {
    const created = (await http(jsonPost('/sessions', { laboratory: { credentials: [diploma] } }))).object()
    return `${created.issuer_identifier}/types/1`
  }
  const problemsOf = async (vct: string, path: (string | number | null)[]) => {
    const dcql_query = {
      credentials: [{ id: 'q', format: 'dc+sd-jwt', meta: { vct_values: [vct] }, claims: [{ path }] }],
    }
    return (await (await open({ dcql_query })).view()).request_problems
  }

  it('is known where the query names it, in a session that follows no issuance', async () => {
    const vct = await typeOf()
    expect(await problemsOf(vct, ['degree', 'year'])).toMatchObject([
      { pointer: '/dcql_query/credentials/0/claims/0/path', reason: 'vp.request.answerable#path_below_value' },
    ])
    expect(await problemsOf(vct, ['modules', 'title'])).toMatchObject([
      { reason: 'vp.request.answerable#name_on_array' },
    ])
    expect(await problemsOf(vct, ['modules', null, 'title'])).toEqual([])
    expect(await problemsOf(vct, ['grade'])).toMatchObject([{ reason: 'vp.request.answerable#claim_unknown' }])
  })

  it('is not known by another address', async () => {
    const vct = await typeOf()
    for (const other of [
      `${vct}0`,
      vct.replace(/(.)\/types/, (_, last) => `${last === 'A' ? 'B' : 'A'}/types`),
      'urn:example:diploma',
    ])
      expect(await problemsOf(other, ['degree', 'year']), other).toEqual([])
  })
})

describe('a request that a wallet may refuse', () => {
  const place = '/dcql_query/credentials/0/claims/0/path'
  const mdoc = (path: unknown): JsonObject => ({
    credentials: [
      {
        id: 'pid',
        format: 'mso_mdoc',
        meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
        claims: [{ path }],
      } as JsonObject,
    ],
  })
  const onlyMdoc = { client_metadata: { vp_formats_supported: { mso_mdoc: {} } } }
  it.each<[string, JsonObject, string, string, RegExp]>([
    [
      'a path that is a text',
      { dcql_query: asking([{ path: 'family_name' }]) },
      'invalid_request',
      'request_problem',
      new RegExp(`at ${place}: It must be an array`),
    ],
    [
      'a path of one in an mdoc',
      { dcql_query: mdoc(['family_name']) },
      'invalid_request',
      'request_problem',
      new RegExp(`at ${place}: It must be two strings`),
    ],
    [
      'a path with a number in an mdoc',
      { dcql_query: mdoc(['eu.europa.ec.eudi.pid.1', 0]) },
      'access_denied',
      'request_problem',
      new RegExp(`at ${place}: It must be two strings`),
    ],
    [
      'a format that is not verified',
      { dcql_query: asking([{ path: ['family_name'] }], { format: 'jwt_vc_json' }) },
      'vp_formats_not_supported',
      'format_unread',
      /at \/dcql_query\/credentials\/0\/format for a format that this service does not verify/,
    ],
    [
      'formats without that of the query',
      { presentation_request: onlyMdoc },
      'vp_formats_not_supported',
      'format_unlisted',
      /vp_formats_supported does not list/,
    ],
  ])('%s leads, not the wallet', async (_, body, error, reason, sentence) => {
    const { view } = await decline({ response_mode: 'direct_post', ...body }, { error })
    expect(view.cause).toMatchObject({ reason: `vp.request.answerable#${reason}`, acts: 'tester' })
    expect(view.cause?.headline).toMatch(sentence)
    expect(view.next_for_you.do).toBe('Change the request, then start a new session and scan again.')
    expect(failed(view)).toEqual([])
    expect(view.request_problems.filter(({ reason: of }) => of === 'vp.request.answerable#claim_unknown')).toEqual([])
  })

  it('does not lead where the wallet says that it is away, nor where its user declines something else', async () => {
    const logo = { presentation_request: { client_metadata: { logo_uri: 'logo.png' } } }
    const away = await decline({ dcql_query: asking([{ path: 'family_name' }]) }, { error: 'wallet_unavailable' })
    expect(away.view.cause).toBeNull()
    expect((await decline(logo)).view.cause).toBeNull()
    expect((await decline(logo, { error: 'invalid_request' })).view.cause?.headline).toContain(
      'client_metadata/logo_uri',
    )
  })

  it('does not lead where the tester expects a refusal', async () => {
    const body = { dcql_query: asking([{ path: 'family_name' }]), expect: 'refusal' }
    const { view } = await decline(body, { error: 'invalid_request' })
    expect([view.outcome.success, view.cause]).toEqual([true, null])
  })
})

describe('every report', () => {
  it('lists the problems of the request', async () => {
    const presenter = await open({ dcql_query: asking([{ path: ['given_name'] }, { path: ['birthdate', 'year'] }]) })
    const [problem] = (await presenter.view()).request_problems
    for (const format of ['json', 'junit', 'md', 'html', 'har']) {
      const path = `/openid4vp/sessions/${presenter.created.session_id}/report?format=${format}`
      const text = (await presenter.http({ path })).body.replaceAll('\\', '').replaceAll('&quot;', '"')
      expect(text, format).toContain('/dcql_query/credentials/0/claims/1/path')
      expect(text, format).toContain(String(problem?.message).slice(0, 24))
    }
  })
})

describe('a container without its content', () => {
  const container = (shown: string[]) =>
    shown.splice(
      0,
      shown.length,
      ...shown.filter((one) => JSON.parse(Buffer.from(one, 'base64url').toString('utf8'))[1] === 'address'),
    )

  it('is delivered with a warning where the query only names it', async () => {
    const { answer, view } = await present(asking([{ path: ['address'] }]), { disclosures: container })
    expect(answer.status).toBe(200)
    expect(found(view, 'vp.dcql.claims_present')).toMatchObject({
      status: 'warn',
      rejected: false,
      reason: 'vp.dcql.claims_present#empty_container',
    })
  })
})

describe('P21: what goes out otherwise than it came in', () => {
  const pointers = async (body: JsonObject) => {
    const { request_problems } = await (await open(body)).view()
    return request_problems.map(({ code, severity, pointer }) => `${severity} ${code} ${pointer}`)
  }

  it('is a note for each member of client_metadata that was filled in', async () => {
    const metadata = '/presentation_request/client_metadata'
    const ofMetadata = ['vp_formats_supported', 'jwks', 'encrypted_response_enc_values_supported'].map(
      (name) => `note member_filled_in ${metadata}/${name}`,
    )
    expect(await pointers({ presentation_request: { client_metadata: {} } })).toEqual(ofMetadata)
    expect(await pointers({ presentation_request: { client_metadata: {}, response_type: 'vp_token' } })).toEqual([
      ...ofMetadata,
      'note member_filled_in /presentation_request/response_mode',
      'note member_filled_in /presentation_request/dcql_query',
    ])
  })

  it('is a note for each member that the body replaced, and for each that nobody reads', async () => {
    const dcql_query = asking([{ path: ['given_name'] }])
    expect(
      await pointers({
        mood: 'fine',
        dcql_query,
        presentation_request: {
          dcql_query: asking([{ path: ['sex'] }]),
          presentation_definition: {},
          response_type: 'vp_token',
          response_mode: 'direct_post.jwt',
        },
      }),
    ).toEqual([
      'note member_replaced /presentation_request/dcql_query',
      'note member_not_read /presentation_request/presentation_definition',
      'note member_not_read /mood',
    ])
  })

  it('reads client_metadata by its definitions and by the query', async () => {
    const metadata = '/presentation_request/client_metadata'
    const listed = await pointers({
      response_type: 'vp_token',
      response_mode: 'direct_post',
      dcql_query: asking([{ path: ['given_name'] }]),
      presentation_request: {
        client_metadata: {
          vp_formats_supported: { mso_mdoc: { deviceauth_alg_values: ['ES256'], alg: ['ES256'] }, other: {} },
          vp_formats: {},
          logo_uri: 'logo.png',
          'client_name#de': 'Prüfer',
        },
      },
    })
    expect(listed).toEqual([
      `violation invalid_presentation_request ${metadata}/vp_formats_supported/mso_mdoc/deviceauth_alg_values`,
      `note member_not_read ${metadata}/vp_formats_supported/mso_mdoc/alg`,
      `note member_not_read ${metadata}/vp_formats_supported/other`,
      `note member_not_read ${metadata}/vp_formats`,
      `violation invalid_presentation_request ${metadata}/logo_uri`,
      `note questionable_client_metadata ${metadata}/vp_formats_supported`,
    ])
  })
})

describe('P15, P16: an error code', () => {
  it.each([
    ['registration_value_not_supported', /vp_formats_not_supported/],
    ['client_metadata_value_not_supported', /vp_formats_not_supported/],
    ['user_cancelled', /access_denied/],
    ['subject_syntax_types_not_supported', /invalid_request/],
    ['Access-Denied', /lower case with underscores/],
  ])('that no such request is answered with is told with the one that it means: %s', async (error, fix) => {
    const { view } = await decline({}, { error })
    expect(found(view, 'vp.error.code_known')).toMatchObject({ status: 'warn', hint: expect.stringMatching(fix) })
  })

  it('of SIOPv2 is right where the request asks for an ID Token', async () => {
    const { view } = await decline({ response_type: 'vp_token id_token' }, { error: 'user_cancelled' })
    expect(found(view, 'vp.error.code_known')?.status).toBe('pass')
  })
})
