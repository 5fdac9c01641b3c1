import { z } from 'zod'
import { sides } from '@/lib/core/campaigns/official-cases/official-case'
import { zOfficialCases } from '@/lib/core/campaigns/official-cases/z-coverage'
import { contractGroup } from './contract-entry'
import { error, json, zHealth, zShownEdition } from './z-common'

const zReady = z
  .object({
    status: z.enum(['ok', 'degraded', 'unavailable']),
    parts: z
      .object({ pocketbase: z.boolean(), temporal: z.boolean().nullable(), worker: z.boolean().nullable() })
      .meta({ description: 'Whether each part is up; null for a part that this installation does not use.' }),
    problem: z.string().optional().meta({ description: 'Why storage is not up. Absent while it is.' }),
  })
  .meta({ id: 'Readiness' })

const zPreset = z
  .object({
    id: z.string(),
    kind: z.enum(['issuance', 'presentation']),
    title: z.string().meta({ description: 'What is tried.' }),
    expects: z
      .enum(['answer', 'refusal', 'report'])
      .meta({ description: 'What a good wallet does; report where no text says that.' }),
    person: z.string().nullable().meta({ description: 'What a person has to do or provide; null for nothing.' }),
    follows: z.string().nullable().meta({
      description:
        'The preset whose session the member follows has to name: what that one issued is asked back; null for none. A campaign names it, and what the body takes from it.',
    }),
    path: z.enum(['/sessions', '/openid4vp/sessions']).meta({ description: 'Where the body is posted to.' }),
    body: z.looseObject({}).meta({
      description:
        'The whole session request: a preset is nothing more than this. A name in braces stands for a value of the session that it follows.',
    }),
  })
  .meta({ id: 'Preset' })
const common = {
  method: 'GET',
  recorded: false,
  origin: 'operator',
  area: 'tester',
  underIssuer: false,
  auth: 'none',
  bodyBytesMax: 0,
  cors: false,
  anyHost: true,
} as const
/** Web-based wallets read it to trust credentials issued here. */
const trustAnchor = { ...common, cors: true } as const

export const serviceContract = contractGroup({
  getHealth: { ...common, path: '/healthz', summary: 'Liveness check', replies: { 200: json(zHealth) } },
  getReadiness: {
    ...common,
    path: '/readyz',
    summary: 'Readiness of each part: 503 without a storage that writes, 200 degraded without any other part',
    extension: true,
    replies: { 200: json(zReady), 503: json(zReady) },
  },
  getSecurityTxt: {
    ...common,
    path: '/.well-known/security.txt',
    summary: 'Whom to tell of a hole in this installation (RFC 9116); 404 unless its operator named somebody',
    extension: true,
    replies: { 200: { 'text/plain': z.string() }, 404: error },
  },
  getRootCertificatePem: {
    ...trustAnchor,
    path: '/pki/root-ca.pem',
    summary: 'Test root certificate as PEM',
    extension: true,
    replies: { 200: { 'application/x-pem-file': z.string() } },
  },
  getRootCertificateDer: {
    ...trustAnchor,
    path: '/pki/root-ca.cer',
    summary: 'Test root certificate as DER',
    extension: true,
    replies: { 200: { 'application/pkix-cert': z.string().meta({ format: 'binary' }) } },
  },
  getOpenApi: {
    ...common,
    path: '/openapi.json',
    summary: 'This description of the interface',
    extension: true,
    replies: { 200: json(z.looseObject({ openapi: z.literal('3.1.0') })), 503: error },
  },
  listPresets: {
    ...common,
    path: '/presets.json',
    summary: 'Named session requests to try a wallet with',
    extension: true,
    replies: { 200: json(z.object({ presets: z.array(zPreset) })), 503: error },
  },
  listOfficialCases: {
    ...common,
    path: '/fcaf.json',
    summary: 'The official European test cases, with the preset and the checks that decide each',
    extension: true,
    query: {
      edition: {
        required: false,
        description:
          'Id of the edition, or seven digits of its commit at least; or the id of a draft, whose cases are shown and count nowhere. Absent: the newest that is complete. Unknown: edition_not_found.',
        schema: zShownEdition,
      },
      baseline: {
        required: false,
        description: "Only the cases of the framework's baseline of this side.",
        schema: z.enum(sides),
      },
    },
    requestHeaders: {
      'If-None-Match': {
        description: 'The ETag of a cached edition; 304 if it is still current',
        required: false,
        schema: z.string(),
      },
    },
    replyHeaders: {
      200: { ETag: 'Changes whenever the edition changes; only where one is asked for' },
      304: { ETag: 'ETag of the current edition' },
    },
    replies: { 200: json(zOfficialCases), 304: {}, 400: error, 404: error, 503: error },
  },
  listChecks: {
    ...common,
    path: '/checks.json',
    summary: 'The catalogue of checks',
    extension: true,
    replies: { 200: json(z.array(z.looseObject({ id: z.string() }))), 503: error },
  },
})
