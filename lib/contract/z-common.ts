import { z } from 'zod'

/** The one error body of every path: `error` is a stable code. */
const zError = z
  .looseObject({
    error: z.string(),
    error_description: z.string().optional(),
    message: z.string().optional(),
    error_uri: z
      .url()
      .optional()
      .meta({ 'x-extension': true, description: 'The page of the deciding check. RFC 6749 section 5.2' }),
  })
  .meta({ id: 'Error' })
export const zHealth = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })
export const zJwks = z.object({ keys: z.array(z.looseObject({})) }).meta({ id: 'Jwks' })

export const json = (schema: z.ZodType) => ({ 'application/json': schema })
export const error = json(zError)
