import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { createBrowserPresenter } from '@/lib/testing/browser-presenter'
import type { Fields, HttpClient } from '@/lib/testing/http-client'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { batchMax, batchWallet } from './costly-batches'
import { type CostlyRequest, issuer, json, jwt, listOf, opaque, shapes, whole } from './costly-requests'

/** The key of `ADMIN_API_KEY`. */
export const adminKey = 'an-admin-key-that-only-benchmarks-have'

/** Answers that a browser's page posts, at maximum size. */
const browsers = (baseUrl: string, credential: HeldCredential): CostlyRequest[] => {
  const answer = (name: string, data: (text: string) => unknown, text: string): CostlyRequest => ({
    name: `browser: ${name}`,
    make: async () => {
      const { id, origin, entries } = await createBrowserPresenter({ baseUrl }, credential, {
        response_mode: 'direct_post',
      })
      const page = { origin, elapsed_ms: 1, allows: {} }
      const body = { outcome: 'answer', protocol: entries[0]?.protocol, data: data(text), page }
      return json(`/openid4vp/sessions/${id}/dc-api/result`, JSON.stringify(body), [
        ['Origin', origin],
        ['Sec-Fetch-Site', 'same-origin'],
      ])
    },
  })
  return Object.entries(shapes(whole * 0.9)).flatMap(([name, text]) => {
    const fits = text.slice(0, (whole * 0.9 * text.length) / JSON.stringify(text).length)
    return [
      answer(`vp_token, ${name}`, (one) => ({ vp_token: one }), fits),
      answer(`a presentation, ${name}`, (one) => ({ vp_token: { pid: [one] } }), fits),
      answer(`encrypted, ${name}`, (one) => ({ response: one }), fits),
    ]
  })
}

/** Bodies that reach no endpoint, because of a slash or a method. */
const unmatched = (): CostlyRequest[] =>
  Object.entries(shapes(bodyBytesMax.issuance - 100)).flatMap(([name, text]) => [
    { name: `unmatched: credential/, ${name}`, make: () => json(`${issuer}/credential/`, text) },
    { name: `unmatched: PUT, ${name}`, make: () => ({ ...json(`${issuer}/token`, text), method: 'PUT' }) },
    {
      name: `unmatched: response/, ${name}`,
      make: () => json('/openid4vp/response/', JSON.stringify({ vp_token: text.repeat(4) })),
    },
  ])

/** A request for as many credentials as there may be that is refused, with proofs of which each takes long. */
function refusedBatches(service: Parameters<typeof batchWallet>[0], http: HttpClient): CostlyRequest[] {
  const room = bodyBytesMax.issuance - 1000
  const iat = Math.floor(Date.now() / 1000)
  const ec = (index: number) => ({ kty: 'EC', crv: 'P-256', x: opaque(43, `${index}x`), y: opaque(43, `${index}y`) })
  const proof = (header: object) => jwt({ typ: 'openid4vci-proof+jwt', ...header }, { iat }, opaque(86))
  const attestation = (keys: number, from: number) =>
    jwt(
      { typ: 'key-attestation+jwt', x5c: [opaque(1000)] },
      { iat, attested_keys: listOf(keys, (index) => ec(index + from)) },
      opaque(86),
    )
  const kinds: Record<string, (index: number) => string> = {
    'foreign keys': (index) => proof({ jwk: ec(index) }),
    'attestations of 8 keys': (index) => proof({ jwk: ec(index), key_attestation: attestation(4, index) }),
    'attestations of 100 keys': (index) => proof({ jwk: ec(index), key_attestation: attestation(100, index * 100) }),
    'long headers': () => proof({ kid: opaque(1800) }),
    'RSA keys': (index) => proof({ jwk: { kty: 'RSA', n: opaque(1366, `${index}n`), e: 'AQAB' } }),
    'x5c of 1 kB': (index) => proof({ x5c: [opaque(1200, `${index}`)] }),
  }
  return Object.entries(kinds).flatMap(([name, make]) => {
    const count = Math.min(batchMax, Math.floor(room / (make(1).length + 3)))
    return [false, true].map((attested) => ({
      name: `refused batch: ${count} proofs, ${name}${attested ? ', attestation demanded' : ''}`,
      make: async () => {
        const wallet = await batchWallet(service, http, { attested })
        const request = await wallet.request()
        const { credential_configuration_id } = JSON.parse(request.body as string)
        return {
          ...request,
          body: JSON.stringify({ credential_configuration_id, proofs: { jwt: listOf(count, make) } }),
        }
      },
    }))
  })
}

/** What an operator with a key sends, at two megabytes. */
const operators = (): CostlyRequest[] => {
  const withKey: Fields = [['x-api-key', adminKey]]
  const bytes = 2_000_000
  const at = '2026-11-20T10:00:00Z'
  const row = (index: number) => ({
    pipeline_id: `p-${index}`,
    total_runs: 1,
    total_successes: 1,
    success_rate: 100,
    manual_executions: 1,
    scheduled_executions: 0,
    ci_executions: 0,
    first_execution_date: at,
    last_execution_date: at,
  })
  const shortRow = (index: number) => ({
    pipeline_id: `p${index}`,
    total_runs: 1,
    total_successes: 1,
    success_rate: 100,
  })
  const save = (name: string, body: string): CostlyRequest => ({
    name: `operator: save-results, ${name}`,
    make: () => json('/api/pipeline/scoreboard/save-results', body, withKey),
  })
  return [
    ...Object.entries(shapes(bytes)).flatMap(([name, text]) => [
      save(name, text),
      {
        name: `operator: execution, ${name}`,
        make: () => json('/api/pipeline/executions', text.slice(0, bodyBytesMax.execution), withKey),
      },
    ]),
    save('8,000 rows', JSON.stringify({ aggregated_pipelines: listOf(8000, row), allow_empty: true })),
    save(
      '8,000 rows with wrong ids',
      JSON.stringify({ aggregated_pipelines: listOf(8000, (index) => ({ ...row(index), pipeline_id: 'a/b' })) }),
    ),
    save('24,000 short rows', JSON.stringify({ aggregated_pipelines: listOf(24_000, shortRow) })),
    save('60,000 wrong rows', JSON.stringify({ aggregated_pipelines: listOf(60_000, () => ({ a: 1 })) })),
  ]
}

export const others = (
  service: Parameters<typeof batchWallet>[0],
  http: HttpClient,
  credential: HeldCredential,
): CostlyRequest[] => [
  ...browsers(service.baseUrl, credential),
  ...unmatched(),
  ...refusedBatches(service, http),
  ...operators(),
]
