import { utf8 } from './base64url'

/** Bytes of a value as JSON in UTF-8. */
export const jsonBytes = (value: unknown): number => utf8(JSON.stringify(value) ?? '').length
