import { z } from 'zod'
import { zCoverage } from '../official-cases/z-coverage'
import { zStatement } from './z-statement'

/** How many causes a page for a manager has at most. */
export const summaryCausesMax = 5

/** Maximum length of what a cause says, and of what is to be fixed, in characters: they have to fit on a page. */
export const summaryWordsMax = 200

/** `GET /coverage/summary` as JSON. */
export const zSummary = z
  .object({
    summary_version: z.literal(1),
    service: zStatement.shape.service,
    wallet: zStatement.shape.wallet,
    edition: zCoverage.shape.edition,
    first_run: z.iso.datetime().nullable().meta({
      description: 'When the first session was made that a case passed or failed by; null where none was.',
    }),
    last_run: z.iso.datetime().nullable().meta({ description: 'The same of the last one.' }),
    headline: zCoverage.shape.headline,
    baselines: zCoverage.shape.baselines,
    sessions_left: zCoverage.shape.sessions_left,
    causes: z
      .array(
        z.object({
          check: z.string(),
          says: z.string().max(summaryWordsMax).meta({ description: 'What was wrong, where it was seen first.' }),
          fix: z.string().max(summaryWordsMax).meta({ description: 'What to do about it.' }),
          cases: z.int().meta({ description: 'How many cases of the headline failed by it.' }),
        }),
      )
      .max(summaryCausesMax)
      .meta({ description: 'What cases of the headline failed by, that of most cases first.' }),
    more_causes: z.int().meta({ description: 'How many causes there are besides.' }),
    not_run: z.object({
      cases: z.int().meta({ description: 'As in the headline.' }),
      sessions: z.int().meta({
        description:
          'How many sessions they need that can run at this installation, with those that issue what another asks back.',
      }),
      minutes: z.int().meta({ description: 'How long these take by hand.' }),
      emulated: z.int().meta({
        description: 'Of these cases, those whose session a program ran in place of a browser, which decides nothing.',
      }),
      elsewhere: z.int().meta({ description: 'How many sessions they need that cannot run at this installation.' }),
    }),
    claim: z.string(),
    statement: z.object({
      url: z.url().meta({ description: 'The cases of the conformance statement as CSV.' }),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({ description: 'SHA-256 of what is there, while no run is added.' }),
    }),
    text: z.array(z.string()).meta({
      description:
        'What the page says, in order, as HTML and PDF have it. The PDF has a question mark for each character that its font lacks.',
    }),
  })
  .meta({ id: 'CoverageSummary', description: 'One page for a manager: a self-assessment, no conformity decision.' })

export type Summary = z.infer<typeof zSummary>
