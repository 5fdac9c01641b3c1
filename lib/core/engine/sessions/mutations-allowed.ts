import { z } from 'zod'
import { mutationBounds, mutationOperations, mutationTargets, signatureChanges } from '../../shared/mutations/mutation'
import { ProtocolError } from '../../shared/ports/errors'
import type { Asker } from '../../shared/ports/places'
import type { ProtocolSettings } from '../../shared/ports/settings'

/**
 * The member `mutations` of session requests. Its own reader lists everything that is wrong, so the schema takes anything
 * and only documents.
 */
export const zMutations = z
  .unknown()
  .optional()
  .meta({
    type: 'array',
    minItems: 1,
    maxItems: mutationBounds.operations,
    items: {
      type: 'object',
      required: ['target', 'op'],
      properties: {
        target: { type: 'string', enum: Object.keys(mutationTargets), description: 'The document that changes.' },
        op: {
          type: 'string',
          enum: [...mutationOperations, ...signatureChanges],
          description: `RFC 6902, and put, which makes the objects on its way; for signature: ${signatureChanges.join(', ')}.`,
        },
        path: { type: 'string', maxLength: mutationBounds.pointerCharacters, description: 'RFC 6901.' },
        from: { type: 'string', maxLength: mutationBounds.pointerCharacters, description: 'Of move and copy.' },
        value: { description: 'Of add, replace, test and put; null is a value.' },
        entry: { type: 'integer', minimum: 0, description: 'One entry of a browser request; all by default.' },
      },
    },
    description:
      'What to change on purpose in the right request or documents, in order, before they are signed. Not beside a test.',
    'x-extension': true,
  })

/**
 * Refuses mutations where the setting MUTATIONS does not allow them to this asker.
 * @throws ProtocolError `mutations_not_enabled`
 */
export function requireMutationsAllowed(
  asked: unknown,
  { settings, asker }: { readonly settings: Pick<ProtocolSettings, 'mutations'>; readonly asker: Asker },
  pointer = '/mutations',
): void {
  if (asked === undefined || settings.mutations === 'on') return
  if (settings.mutations === 'own' && asker === 'operator') return
  throw new ProtocolError(
    'mutations_not_enabled',
    settings.mutations === 'own'
      ? 'Here only the operator may change requests by mutations: send OPERATOR_TOKEN as bearer token.'
      : 'This installation takes no mutations, see its setting MUTATIONS.',
    { pointer },
  )
}
