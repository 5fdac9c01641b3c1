/** The value of a cookie in a request, if it has this form; `null` otherwise. `form` is a part of an expression. */
export const cookieIn = (fields: Pick<Headers, 'get'>, name: string, form: string): string | null =>
  new RegExp(`(?:^|;\\s*)${name}=(${form})(?:;|$)`).exec(fields.get('cookie') ?? '')?.[1] ?? null
