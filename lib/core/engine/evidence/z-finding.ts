import { z } from 'zod'
import { findingStatuses } from '../../ground/ports/finding'
import { levels } from '../../ground/ports/level'
import { profiles } from '../checks/check'

const zLevel = z.enum(levels)
const zProfile = z.enum(profiles)
const zStatus = z.enum(findingStatuses)
const zVerdict = z.enum(['pass', 'fail', 'incomplete'])
const zSubject = z.object({ query_id: z.string(), index: z.int() }).meta({
  description: 'The presented credential that the check looked at.',
})

const zCaseIds = z.array(z.string()).meta({
  description:
    'Official cases (GET /fcaf.json) that this finding helps to decide. A case that one preset decides is named only in a session that has every member of that preset.',
})

/** The finding of one check: about one exchange, one credential in it, or the whole session. */
export const zFinding = z
  .object({
    id: z.string(),
    title: z.string(),
    spec: z.string(),
    clause: z.string(),
    profile: zProfile,
    level: zLevel,
    status: zStatus,
    softened: z.enum(['inferred', 'unclaimed', 'after_end']).optional().meta({
      description:
        'Why a broken rule is told as a warning. after_end: it came after the session was over, and does not count.',
    }),
    at: z.iso.datetime().nullable(),
    exchange_id: z.uuid().nullable(),
    correlation: z.enum(['exact', 'inferred']),
    expected: z.unknown(),
    actual: z.unknown(),
    cause: z.string().optional().meta({
      description:
        'Why the rule is broken, where that is known: the form of a draft, a unit, a clock, another session. A statement without its full stop.',
    }),
    hint: z.string().nullable(),
    rejected: z.boolean().meta({ description: 'True for the finding that decided the response.' }),
    error: z.string().nullable(),
    effect: z.enum(['reject', 'record']).meta({
      description: 'What breaking the rule does to the response in this session: refuses it, or is only on record.',
    }),
    verified_by: z.string().nullable().meta({
      description:
        'The condition that asks the same in the OpenID Foundation’s conformance suite, as oidf:<name>; null for none.',
    }),
    occurrence: z.int(),
    fcaf: zCaseIds,
    left_out: z.int().optional().meta({ description: 'Findings of this check that are not listed.' }),
    subject: zSubject.optional(),
  })
  .partial()
  .required({ id: true, status: true, level: true })
  .meta({ id: 'Finding' })

const zLevelCounts = z.object({ pass: z.int(), fail: z.int(), not_observed: z.int() })
const zProfileCounts = z.object({ pass: z.int(), fail: z.int(), warn: z.int(), verdict: zVerdict })

/** Which drafts a wallet implements, and what to change first. */
export const zDrafts = z
  .object({
    line: z.string().meta({ description: 'The drafts, and what to change first, for people.' }),
    signs: z
      .array(
        z.object({
          check: z.string().meta({ description: 'The check whose finding shows it.' }),
          draft: z.string(),
          change: z.string().meta({ description: 'What the wallet should do.' }),
        }),
      )
      .meta({ description: 'What to change, the most important first.' }),
  })
  .meta({
    id: 'Drafts',
    examples: [
      {
        line: 'This wallet seems to implement OpenID4VP up to draft 24. Change first: Leave apu and apv out of the encrypted response.',
        signs: [
          {
            check: 'vp.jwe.apu_apv',
            draft: 'OpenID4VP up to draft 24',
            change: 'Leave apu and apv out of the encrypted response.',
          },
        ],
      },
    ],
  })

/** Counts and verdicts of a session. */
export const zSummary = z
  .object({
    must: zLevelCounts,
    should: zLevelCounts,
    counts: z.object({ pass: z.int(), fail: z.int(), warn: z.int(), not_observed: z.int(), not_applicable: z.int() }),
    by_profile: z.object({
      base: zProfileCounts,
      haip: zProfileCounts,
      pid: zProfileCounts,
      eu: zProfileCounts.optional(),
    }),
    verdict: zVerdict,
    reason: z.string().nullable().meta({ description: 'Why a finished session did not pass.' }),
    mixed_traffic: z.boolean(),
    drafts: zDrafts
      .nullable()
      .meta({ description: 'The drafts that the wallet speaks; null where nothing of a draft was seen.' }),
  })
  .partial()
  .required({ verdict: true })
  .meta({ id: 'Summary' })

/** A check in a report: its worst finding. */
export const zReportedCheck = z
  .object({
    id: z.string(),
    group: z.string(),
    title: z.string(),
    level: zLevel,
    profile: zProfile,
    status: zStatus,
    clause: z.object({ spec: z.string(), section: z.string(), url: z.url() }),
    expected: z.unknown(),
    actual: z.unknown(),
    hint: z.string().nullable(),
    problem: z.string().nullable(),
    at: z.iso.datetime().nullable(),
    exchange_id: z.uuid().nullable(),
    subject: zSubject.nullable(),
    fcaf: zCaseIds,
  })
  .partial()
  .required({ id: true, status: true })
  .meta({ id: 'ReportedCheck' })
