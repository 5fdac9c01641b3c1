import { z } from 'zod'
import { differencesOf } from '../../shared/mutations/differences'
import type { PresentationSession } from '../../shared/ports/store-types'
import { mutationsOf, signatureChangeOf } from '../deviations/mutated'
import { changedParts } from '../read/request/mutated-session'
import type { LinkContext } from '../read/request/verifier-link'
import { isSecretName } from '../redaction/verifier-redaction'

/** What the mutations of a session change, in its read-back. */
export const zMutationsView = z
  .object({
    operations: z.array(z.unknown()).meta({ description: 'As given.' }),
    differences: z
      .array(
        z.object({
          target: z.string(),
          entry: z.int().optional(),
          pointer: z.string(),
          was: z.unknown().optional(),
          is: z.unknown().optional(),
        }),
      )
      .meta({ description: 'Where the documents differ from the right ones; secret values by kind and length only.' }),
    same_as: z.string().nullable().meta({ description: 'The test that makes the same request; null for none.' }),
    expect: z.enum(['answer', 'refusal', 'report']).meta({ description: 'report: no text says what a wallet does.' }),
    expected_by: z
      .string()
      .optional()
      .meta({ description: 'tester: no clause says so, and no official case counts it.' }),
    source: z.string().meta({ description: 'The member of the request that asked for them.' }),
  })
  .meta({ id: 'MutationsView' })

/** `null` in a session without mutations. */
export function mutationsView(
  session: PresentationSession,
  context: LinkContext,
): z.infer<typeof zMutationsView> | null {
  const { mutated, mutations, expect = 'answer' } = session.options
  if (mutated === undefined || !Array.isArray(mutations)) return null
  const signature = signatureChangeOf(mutationsOf(session))
  return {
    operations: mutations,
    differences: [
      ...changedParts(session, context).flatMap(({ target, entry, before, after }) =>
        differencesOf(before, after, isSecretName).map((one) => ({
          target,
          ...(entry === undefined ? {} : { entry }),
          ...one,
        })),
      ),
      ...(signature === null ? [] : [{ target: 'signature', pointer: '', is: signature }]),
    ],
    same_as: mutated.same_as,
    expect,
    ...(mutated.expected_by === undefined ? {} : { expected_by: mutated.expected_by }),
    source: mutated.source,
  }
}

/** The changes in words: `/nonce removed`. */
const words = ({ target, pointer, was, is }: z.infer<typeof zMutationsView>['differences'][number]): string => {
  const place = target === 'request_object' ? pointer : `${target}${pointer === '' ? '' : ` ${pointer}`}`
  if (target === 'signature')
    return `signature ${is === 'none' ? 'removed' : is === 'corrupt' ? 'corrupted' : 'by another key'}`
  if (is === undefined) return `${place} removed`
  return was === undefined ? `${place} added` : `${place} changed`
}

/** Most changes that one sentence names. */
const namedMax = 8

/** What is changed on purpose, for warnings, pages and reports: `Changed on purpose: /nonce removed.` */
export function changedOnPurpose(view: Pick<z.infer<typeof zMutationsView>, 'differences'>): string {
  const { differences } = view
  const named = differences.slice(0, namedMax).map(words)
  const more = differences.length - named.length
  return `Changed on purpose: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
