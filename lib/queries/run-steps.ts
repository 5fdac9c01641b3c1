import { z } from 'zod'
import { isUuid } from '@/lib/core/shared/ports/ids'

/** An id where the reader may see it; `null` for none, and for one that is withheld. */
const zId = z
  .string()
  .transform((id) => (isUuid(id) ? id : null))
  .catch(null)

/** The most that a page shows of what is said of a result, in characters; the interface has all of it. */
const summaryMax = 300

/** Characters that no page shows: what controls a terminal, and what turns the direction of the text that follows. */
const unseen = /[^\P{Cc}\t\r\n]|[\u202a-\u202e\u2066-\u2069]/gu

const seen = (text: string): string => text.replace(unseen, '')

/** A text within that bound. */
function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * summaryMax)]
  return characters.length > summaryMax ? `${characters.slice(0, summaryMax).join('')}…` : text
}

const zSeen = z.string().catch('').transform(seen)

const zStep = z
  .object({
    id: zSeen,
    kind: zSeen,
    /** As `StepRecord` has it; '' where a report from elsewhere says nothing. */
    state: zSeen,
    /** Why it did not pass: a word of ours, and details behind a colon. */
    reason: zSeen,
    /** What a program elsewhere said of its result; '' for nothing. */
    summary: zSeen.transform(shortened),
    waits_for: z.enum(['wallet', 'result']).nullable().catch(null),
    session_id: zId,
    campaign_id: zId,
  })
  .transform(({ waits_for: waitsFor, session_id: sessionId, campaign_id: campaignId, ...members }) => ({
    ...members,
    waitsFor,
    sessionId,
    campaignId,
  }))

/** A step of a run, as its reader may see it. */
export type RunStep = z.output<typeof zStep>

/** The steps of a run. They may come from elsewhere, in any form: what is none is left out. */
export const stepsOf = (steps: unknown): RunStep[] =>
  Array.isArray(steps) ? steps.flatMap((step) => zStep.safeParse(step).data ?? []) : []

/** The step that is open, if one is. */
export const openStep = (steps: readonly RunStep[]): RunStep | undefined =>
  steps.find(({ state }) => state === 'running')

/** The kind of the session of a step; `null` for a step of another kind. */
export const sessionKindOf = ({ kind }: Pick<RunStep, 'kind'>): 'issuance' | 'presentation' | null =>
  kind === 'issuance' || kind === 'presentation' ? kind : null
