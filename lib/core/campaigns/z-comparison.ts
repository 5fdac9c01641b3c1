import { z } from 'zod'
import { zOutcome } from '../engine/evidence/z-session-view'
import { zBroken } from './z-campaign'

const zVerdict = z.enum(['pass', 'fail', 'incomplete'])

/** One side of a comparison. */
const zCompared = z
  .object({
    id: z.uuid(),
    title: z.string(),
    wallet: z
      .object({ name: z.string(), version: z.string() })
      .nullable()
      .meta({ description: 'Null for a session that is no part of a campaign.' }),
    created_at: z.iso.datetime(),
    verdict: zVerdict,
    outcome: zOutcome
      .nullable()
      .meta({ description: 'As in the session; null for a campaign and for an open session.' }),
    page_url: z.url(),
    report_url: z.url(),
  })
  .meta({ id: 'ComparedRun' })

const zSide = z
  .object({ session_id: z.uuid(), inspector_url: z.url(), verdict: zVerdict.nullable(), outcome: zOutcome.nullable() })
  .nullable()
  .meta({ description: 'Null where no wallet has come to such a session.' })

const zRuleStatus = z.enum(['passed', 'warned', 'failed', 'not_seen'])

const zRuleChange = z
  .object({
    ...zBroken.shape,
    change: z.enum(['regression', 'newly_broken', 'improvement', 'newly_warned', 'not_seen_again']).meta({
      description:
        'newly_broken, newly_warned: nothing showed the rule before. not_seen_again: it was broken before, and nothing shows it now.',
    }),
    before: zRuleStatus,
    after: zRuleStatus,
    problem: z.string().meta({ description: 'What is wrong now, or was wrong before.' }),
  })
  .meta({ id: 'RuleChange' })

const zStepChange = z
  .object({
    preset: z.string().nullable().meta({ description: 'Null where two sessions are compared.' }),
    title: z.string(),
    change: z.enum(['regression', 'improvement', 'not_compared', 'other', 'same']).meta({
      description: 'not_compared: one side has no session that ended. other: only which rules were seen has changed.',
    }),
    before: zSide,
    after: zSide,
    rules: z.array(zRuleChange).meta({ description: 'Rules that changed: regressions first, musts before the rest.' }),
    passed_not_seen_again: z
      .array(z.string())
      .meta({ description: 'Ids of checks that passed before and are not observed now.' }),
    newly_passed: z
      .array(z.string())
      .meta({ description: 'Ids of checks that were not observed before and pass now.' }),
  })
  .meta({ id: 'StepChange' })

/** `GET /comparison`. */
export const zComparison = z
  .object({
    kind: z.enum(['issuance', 'presentation', 'campaign']),
    before: zCompared,
    after: zCompared,
    same_wallet: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether both campaigns name the same wallet; null where a side names none.' }),
    counts: z
      .object({
        regression: z.int(),
        improvement: z.int(),
        not_compared: z.int(),
        other: z.int(),
        same: z.int(),
      })
      .meta({ description: 'Steps by how they changed. Two sessions are one step.' }),
    steps: z.array(zStepChange).meta({ description: 'Every step: regressions first.' }),
  })
  .meta({ id: 'Comparison' })

export type ComparisonView = z.infer<typeof zComparison>
