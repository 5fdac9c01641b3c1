import type { Parameters } from '../../ground/http/read-form'

/**
 * The names of parameters that came more than once and must not. Only `resource` may, once for each resource.
 * @see RFC6749-3.1, [RFC 8707 section 2](https://www.rfc-editor.org/rfc/rfc8707.html#section-2)
 */
export const repeatedParameters = ({ duplicates }: Parameters): readonly string[] =>
  duplicates.filter((name) => name !== 'resource')
