import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { SettingsError } from './settings.mjs'

/**
 * Reads the certificate chain and the key for https, and verifies that they match.
 * @param {{ certFile: string, keyFile: string, now: number }} options `now` in epoch milliseconds
 * @returns {{ cert: string, key: string, leaf: X509Certificate }} both as PEM
 * @throws {SettingsError} one sentence that names the variable of the wrong file
 */
export function readTlsFiles({ certFile, keyFile, now }) {
  const cert = read('TLS_CERT_FILE', certFile)
  const key = read('TLS_KEY_FILE', keyFile)
  const leaf = parsed(() => new X509Certificate(cert))
  if (leaf === undefined) throw refusal('TLS_CERT_FILE', certFile, 'which holds no certificate in PEM form')
  const privateKey = parsed(() => createPrivateKey(key))
  if (privateKey === undefined) {
    throw refusal('TLS_KEY_FILE', keyFile, 'which holds no unencrypted private key in PEM form')
  }
  if (!leaf.checkPrivateKey(privateKey)) {
    throw refusal('TLS_KEY_FILE', keyFile, 'which is not the key of the first certificate in TLS_CERT_FILE')
  }
  const end = new Date(leaf.validTo)
  if (end.getTime() <= now) throw refusal('TLS_CERT_FILE', certFile, `whose certificate ended at ${end.toISOString()}`)
  // A key too short for this Node, or a malformed certificate further down the chain.
  if (parsed(() => createSecureContext({ cert, key })) === undefined) {
    throw refusal('TLS_CERT_FILE', certFile, 'which cannot be used for https together with TLS_KEY_FILE')
  }
  return { cert, key, leaf }
}

/**
 * Whether a certificate is for the host of an origin.
 * @param {X509Certificate} leaf @param {string} origin
 */
export function isForHost(leaf, origin) {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  return (isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) !== undefined
}

/** @param {string} variable @param {string} file @returns {string} */
function read(variable, file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw refusal(variable, file, 'which cannot be read')
  }
}

/** @template T @param {() => T} parse @returns {T | undefined} undefined if it throws */
function parsed(parse) {
  try {
    return parse()
  } catch {
    return undefined
  }
}

/** @param {string} variable @param {string} file @param {string} why */
function refusal(variable, file, why) {
  return new SettingsError(variable, `${variable} names ${file}, ${why}.`)
}

/**
 * Lets one of our programs use https under the test root of the installation: Node trusts the certificates in
 * `NODE_EXTRA_CA_CERTS` in addition to its own. The file also gets the service's certificate from `TLS_CERT_FILE`,
 * which may be self-signed, and whatever the variable named before.
 * @param {NodeJS.ProcessEnv} env @param {string} [dataDir]
 * @returns {NodeJS.ProcessEnv} unchanged if there is no test root
 */
export function withTrustedRoots(env, dataDir = dataDirOf(env)) {
  const root = join(dataDir, 'keys', 'root-ca.cert.pem')
  if (!existsSync(root)) return { ...env }
  const more = [env.NODE_EXTRA_CA_CERTS, env.TLS_CERT_FILE].filter((file) => file !== undefined && existsSync(file))
  if (more.length === 0) return { ...env, NODE_EXTRA_CA_CERTS: root }
  const file = join(dataDir, 'trusted-roots.pem')
  const texts = [root, ...more].map((name) => readFileSync(String(name), 'utf8').trim())
  writeFileSync(`${file}.${process.pid}`, `${texts.join('\n')}\n`, { mode: 0o600 })
  renameSync(`${file}.${process.pid}`, file)
  return { ...env, NODE_EXTRA_CA_CERTS: file }
}

/** The data directory that an environment names. @param {NodeJS.ProcessEnv} env */
export function dataDirOf(env) {
  return resolve(env.DATA_DIR?.trim() || 'data')
}
