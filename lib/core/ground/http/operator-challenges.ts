import type { HeaderField } from './exchange'

/** How a request can show the operator token: as a bearer token, or as a password, so that a browser can ask for it. */
export const operatorChallenges: readonly HeaderField[] = [
  ['WWW-Authenticate', 'Bearer realm="operator"'],
  ['WWW-Authenticate', 'Basic realm="operator", charset="UTF-8"'],
]
