import { readFile } from 'node:fs/promises'
import PocketBase from 'pocketbase'
import { z } from 'zod'

/**
 * The source of the superuser's credentials: the file that the supervisor wrote (`{"email","password"}`), a file with a
 * token, or an email address and a file with its password.
 */
export type PocketBaseCredentials =
  | { readonly adminFile: string }
  | { readonly tokenFile: string }
  | { readonly email: string; readonly passwordFile: string }

const zAdmin = z.object({ email: z.string().min(1), password: z.string().min(1) })

/** Reads the superuser's name and password. Throws one sentence that names the file, never its content. */
async function readAdminFile(file: string): Promise<{ email: string; password: string }> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw new Error(`The PocketBase admin file ${file} cannot be read as JSON.`)
  }
  const parsed = zAdmin.safeParse(value)
  if (!parsed.success) throw new Error(`The PocketBase admin file ${file} must hold "email" and "password".`)
  return parsed.data
}

/** Reads a file with one secret. Throws one sentence that names the file and `what` it should hold. */
async function readSecretFile(file: string, what: 'token' | 'password'): Promise<string> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch {
    throw new Error(`The PocketBase ${what} file ${file} cannot be read.`)
  }
  // Editors end a file with a line break; a password may begin or end with a space.
  const secret = what === 'token' ? text.trim() : text.replace(/\r?\n$/, '')
  if (secret === '') throw new Error(`The PocketBase ${what} file ${file} is empty.`)
  return secret
}

/** A superuser's token, kept fresh. */
export interface Superuser {
  /** The SDK client that holds the token; for calls where speed does not matter. */
  readonly sdk: PocketBase
  /** A token that stays valid for a while. */
  token(): Promise<string>
  /** Fetches a new token, because the server rejected `refused`. Concurrent callers share one request. */
  renew(refused: string): Promise<string>
}

/**
 * Half of a token's remaining lifetime in milliseconds. A token without a readable expiry is used until it is rejected.
 */
function halfLifeMillis(token: string): number {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    if (typeof payload === 'object' && payload !== null && 'exp' in payload && typeof payload.exp === 'number')
      return (payload.exp * 1000 - Date.now()) / 2
  } catch {
    // Not a readable JWT.
  }
  return Number.POSITIVE_INFINITY
}

/**
 * Signs in to PocketBase once (its password hash takes 0.2 s), then again after half of the token's lifetime or when
 * the token is rejected. Measures the lifetime with the machine's clock, as PocketBase does, not with the Clock port,
 * which tests move.
 */
export function createSuperuser(url: string, credentials: PocketBaseCredentials, timeoutMillis: number): Superuser {
  const sdk = new PocketBase(url)
  // Without this, the SDK waits forever.
  sdk.beforeSend = (to, options) => ({ url: to, options: { signal: AbortSignal.timeout(timeoutMillis), ...options } })
  sdk.autoCancellation(false)
  let current: { token: string; renewAt: number } | null = null
  let pending: Promise<string> | null = null

  const signIn = async (): Promise<string> => {
    if ('tokenFile' in credentials) {
      const token = await readSecretFile(credentials.tokenFile, 'token')
      sdk.authStore.save(token)
      return token
    }
    const { email, password } =
      'adminFile' in credentials
        ? await readAdminFile(credentials.adminFile)
        : { email: credentials.email, password: await readSecretFile(credentials.passwordFile, 'password') }
    const { token } = await sdk.collection('_superusers').authWithPassword(email, password)
    return token
  }

  const fetchToken = (): Promise<string> => {
    pending ??= signIn()
      .then((token) => {
        current = { token, renewAt: Date.now() + halfLifeMillis(token) }
        return token
      })
      .finally(() => {
        pending = null
      })
    return pending
  }

  return {
    sdk,
    async token() {
      if (!current) return fetchToken()
      // Half of the lifetime is left, so the old token still works while a new one is fetched.
      if (Date.now() >= current.renewAt) {
        current = { token: current.token, renewAt: Date.now() + 60_000 }
        fetchToken().catch(() => undefined)
      }
      return current.token
    },
    renew: (refused) => (current && current.token !== refused ? Promise.resolve(current.token) : fetchToken()),
  }
}
