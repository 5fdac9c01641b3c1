import { z } from 'zod'
import { mutationBounds, mutationOperations, mutationTargets, signatureChanges } from '../../shared/mutations/mutation'
import type { Json } from '../../shared/values/json'

/** The member `mutations` of a session request. What is wrong with it is told by `readMutations`, in its own codes. */
export const zMutations = z.unknown().meta({
  type: 'array',
  minItems: 1,
  maxItems: mutationBounds.operations,
  items: {
    type: 'object',
    required: ['target', 'op'],
    properties: {
      target: { enum: Object.keys(mutationTargets) },
      op: { enum: [...mutationOperations, ...signatureChanges] },
      path: { type: 'string', maxLength: mutationBounds.pointerCharacters },
      from: { type: 'string', maxLength: mutationBounds.pointerCharacters },
      value: {},
      entry: { type: 'integer', minimum: 0 },
    },
  },
  description:
    'What this service sends wrong in this session, operation by operation (RFC 6902, and put). Not beside a named test.',
  'x-extension': true,
}) as z.ZodType<Json | undefined>
