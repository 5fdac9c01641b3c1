import { z } from 'zod'
import { sides } from './official-case'

/** What `GET /fcaf.json` says of an edition whose review is not done. */
export const zDraftEdition = z
  .object({
    open: z.int().meta({ description: 'Cases that nobody has decided yet.' }),
    cases: z.array(
      z
        .object({
          id: z.string(),
          side: z.enum(sides),
          change: z.string().meta({
            description:
              'What became of the case since the edition before: same, layout, changed, renamed, split, merged, reused, added or removed; unknown where nobody kept the words of its old text.',
          }),
          score: z.number().nullable().meta({
            description: 'How alike both objectives are, from 0 to 1, where the change is a guess.',
          }),
          from: z
            .array(z.string())
            .meta({ description: 'Ids of the cases of the edition before that it follows from.' }),
          baseline: z.boolean(),
          objective: z.string().nullable().meta({ description: 'In our words; null before somebody wrote it.' }),
          url: z.url().nullable().meta({ description: 'The text of the case in the framework; null if it is gone.' }),
          verdict: z.string().nullable().meta({
            description: 'The class that a reviewer gave it, or removed; null while it is undecided.',
          }),
          checks: z.array(z.string()),
          preset: z.string().nullable(),
          by: z.string().nullable().meta({ description: 'Who decided; carried: nobody had to.' }),
          date: z.string().nullable(),
          why: z.string().nullable(),
          review_needed: z.literal(true),
        })
        .meta({ id: 'DraftCase' }),
    ),
  })
  .meta({
    id: 'DraftEdition',
    description:
      'An edition whose review is not done. Its cases stand here alone: the members cases, counts and baselines are empty, and no result, statement, publication or campaign counts one.',
  })

export type DraftView = z.infer<typeof zDraftEdition>
