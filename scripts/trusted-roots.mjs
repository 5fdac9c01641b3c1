import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

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
