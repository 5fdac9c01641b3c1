import { z } from 'zod'
import { contractGroup } from './contract-entry'
import { json, zHealth } from './z-common'

const zReady = z
  .object({
    status: z.enum(['ok', 'degraded', 'unavailable']),
    parts: z
      .object({ pocketbase: z.boolean(), temporal: z.boolean().nullable(), worker: z.boolean().nullable() })
      .meta({ description: 'Whether each part is up; null for one that this installation does without.' }),
  })
  .meta({ id: 'Readiness' })
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
/** A wallet that is a web page reads it to trust what is issued here. */
const trustAnchor = { ...common, cors: true } as const

export const serviceContract = contractGroup({
  getHealth: { ...common, path: '/healthz', summary: 'Liveness check', replies: { 200: json(zHealth) } },
  getReadiness: {
    ...common,
    path: '/readyz',
    summary: 'Tells which parts are up: 503 without storage, 200 degraded without another part',
    extension: true,
    replies: { 200: json(zReady), 503: json(zReady) },
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
    replies: { 200: json(z.looseObject({ openapi: z.literal('3.1.0') })) },
  },
  listChecks: {
    ...common,
    path: '/checks.json',
    summary: 'The catalogue of checks',
    extension: true,
    replies: { 200: json(z.array(z.looseObject({ id: z.string() }))) },
  },
})
