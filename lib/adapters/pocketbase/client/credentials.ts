import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/**
 * The source of the superuser's credentials: the file that the supervisor wrote (`{"email","password"}`), or a file
 * with a token.
 */
export type PocketBaseCredentials = { readonly adminFile: string } | { readonly tokenFile: string }

const zAdmin = z.object({ email: z.string().min(1), password: z.string().min(1) })

/** Reads the superuser's name and password. Throws one sentence that names the file, never its content. */
export async function readAdminFile(file: string): Promise<{ email: string; password: string }> {
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

/** Reads a superuser token. Throws one sentence that names the file. */
export async function readTokenFile(file: string): Promise<string> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch {
    throw new Error(`The PocketBase token file ${file} cannot be read.`)
  }
  const token = text.trim()
  if (token === '') throw new Error(`The PocketBase token file ${file} is empty.`)
  return token
}
