import { toBase64url } from '../values/base64url'
import type { Sha256 } from './ports'

/** What is stored of a one-time value: its SHA-256, base64url. */
export const digestOf = (value: string, sha256: Sha256): string => toBase64url(sha256(value))
