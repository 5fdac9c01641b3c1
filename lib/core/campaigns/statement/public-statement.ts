import { z } from 'zod'
import { countedRemarks } from '../official-cases/case-verdict'
import { caseVerdicts, populations, relevancies } from '../official-cases/official-case'
import { countStatement } from './count-statement'
import { type ConformanceStatement, methods, zStatement } from './z-statement'

const casesMax = 5000

const zPublicCase = z.strictObject({
  id: z.string(),
  area: z.string(),
  objective: z.string(),
  url: z.url(),
  relevancy: z.enum(relevancies),
  population: z.enum(populations).nullable(),
  applicable: z.boolean().nullable(),
  result: z.enum(caseVerdicts),
  remark: z.enum(countedRemarks).nullable(),
  method: z.enum(methods),
  failed_check: z.string().nullable(),
  contradicted_by: z.array(z.string()),
  tested_at: z.iso.datetime().nullable(),
  review_needed: z.boolean(),
})

/**
 * What the owner of a wallet publishes of its statement: verdicts, methods and dates. It has no member for a session, an
 * exchange, a tester, a declaration or what somebody noted, so none of them can get in.
 */
export const zPublicStatement = z.strictObject({
  statement_version: z.literal(1),
  service: z.strictObject({ version: z.string(), base_url: z.url() }),
  catalogue: z.strictObject({ version: z.string(), checks: z.int() }),
  fcaf: z.strictObject({
    commit: z.string(),
    date: z.string(),
    table_sha256: z.string(),
    // Absent in those of the first edition that were published before there was another.
    edition: z.string().exactOptional(),
    complete: z.boolean().exactOptional(),
  }),
  wallet: z.strictObject({ name: z.string(), version: z.string() }),
  /** When the statement was made, and the number of sessions that its results follow from. */
  made_at: z.iso.datetime(),
  sessions: z.int().nonnegative(),
  published: z.strictObject({
    slug: z.string(),
    organisation: z.string(),
    at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    contact: z.string().nullable(),
    /** SHA-256 of the manifest of the evidence bundle that it was made from. */
    manifest_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  counts: zStatement.shape.counts,
  cases: z.array(zPublicCase).max(casesMax),
})

export type PublicStatement = z.infer<typeof zPublicStatement>

/**
 * The public part of a statement. Counts follow from the cases that are left. Of remarks only those are kept that this
 * service counts: any other may hold what somebody noted or a wallet answered.
 */
export function publicStatement(
  { service, catalogue, fcaf, wallet, made_at, cases }: ConformanceStatement,
  { published, sessions }: Pick<PublicStatement, 'published' | 'sessions'>,
): PublicStatement {
  const shown = cases.map((one): PublicStatement['cases'][number] => ({
    ...{ id: one.id, area: one.area, objective: one.objective, url: one.url, relevancy: one.relevancy },
    ...{ population: one.population, applicable: one.applicable, result: one.result, method: one.method },
    remark: countedRemark(one),
    failed_check: one.failed_check,
    contradicted_by: [...one.contradicted_by],
    tested_at: one.tested_at,
    review_needed: one.review_needed,
  }))
  return {
    statement_version: 1,
    service: { ...service },
    catalogue: { ...catalogue },
    fcaf: { ...fcaf },
    wallet: { ...wallet },
    made_at,
    sessions,
    published,
    counts: countStatement(shown),
    cases: shown,
  }
}

/** A person may type the same word, so it counts only where a session decided. */
const countedRemark = ({ method, remark }: ConformanceStatement['cases'][number]) =>
  method === 'machine' || method === 'machine_silence'
    ? (Object.values(countedRemarks).find((known) => known === remark) ?? null)
    : null
