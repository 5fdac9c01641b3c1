import { z } from 'zod'
import { isSameJson } from '../../ground/values/json'
import { caseVerdicts } from '../official-cases/case-verdicts'
import { populations, relevancies } from '../official-cases/official-case'
import { countStatement } from '../statement/count-statement'
import { methods } from '../statement/methods'
import { bundleSessionsMax, sessionFileName, sessionFiles } from './bounds'
import { BundleProblem } from './bundle-problem'
import { jsonOf } from './json-of'
import { type NamedEvidence, namedEvidence, toldSessions } from './named-evidence'

/** What is read of a stranger's statement: all that its counts follow from, and all that it names as evidence. */
const zStatementParts = z.looseObject({
  ics_version: z.literal(1),
  service: z.looseObject({ base_url: z.string() }),
  wallet: z.object({ name: z.string(), version: z.string() }),
  made_at: z.string(),
  items: z.array(
    z.looseObject({ contradicted_by_evidence: z.looseObject({ sessions: z.array(z.uuid()) }).nullable() }),
  ),
  counts: z.unknown(),
  cases: z
    .array(
      z.looseObject({
        id: z.string(),
        method: z.enum(methods),
        result: z.enum(caseVerdicts),
        population: z.enum(populations).nullable(),
        relevancy: z.enum(relevancies),
        review_needed: z.boolean(),
        contradicted_by: z.array(z.string()),
        failed_check: z.string().nullable(),
        remark: z.string().nullable(),
        sessions: z.array(z.uuid()),
        evidence: z.array(z.looseObject({ session_id: z.uuid().optional() })),
        cause: z.looseObject({ session_id: z.uuid(), exchange_id: z.uuid().nullable() }).nullable(),
      }),
    )
    .max(5000),
})

/** What a statement says that fits its bundle. */
export interface CheckedStatement {
  readonly wallet: { readonly name: string; readonly version: string }
  readonly evidence: NamedEvidence
}

/**
 * Whether a statement fits the bundle that it is in: made at its time and address, its numbers follow from its cases, and the
 * evidence of each session that its results follow from is beside it, and of no other but one that a person named. Throws BundleProblem.
 */
export function checkStatement(
  text: string,
  bundle: { readonly madeAt: string; readonly baseUrl: string; readonly names: readonly string[] },
): CheckedStatement {
  const read = zStatementParts.safeParse(jsonOf(text))
  if (!read.success) throw new BundleProblem('ics.json', 'It is not a conformance statement.')
  const { wallet, made_at, service, counts, cases, items } = read.data
  if (made_at !== bundle.madeAt || service.base_url !== bundle.baseUrl)
    throw new BundleProblem('ics.json', 'It was made at another time, or by another service, than the bundle.')
  if (new Set(cases.map(({ id }) => id)).size < cases.length)
    throw new BundleProblem('ics.json', 'A case stands in it twice.')
  if (!isSameJson(counts, countStatement(cases)))
    throw new BundleProblem('ics.json', 'Its counts do not follow from its cases.')
  const evidence = namedEvidence({ items, cases })
  if (evidence.size > bundleSessionsMax)
    throw new BundleProblem('ics.json', 'It names more sessions than a bundle has.')
  const present = new Set(bundle.names)
  const wanted = [...evidence.keys()].flatMap((id) => sessionFiles.statement.map((file) => sessionFileName(id, file)))
  for (const name of wanted)
    if (!present.has(name))
      throw new BundleProblem(name, 'The statement names this session, and its evidence is missing.')
  const told = [...toldSessions({ items, cases })].flatMap((id) =>
    sessionFiles.statement.map((file) => sessionFileName(id, file)),
  )
  const known = new Set([...wanted, ...told])
  for (const name of bundle.names)
    if (name.includes('/') && !known.has(name))
      throw new BundleProblem(name, 'The statement does not name this session.')
  return { wallet, evidence }
}
