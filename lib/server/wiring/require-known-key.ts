/**
 * Refuses to go on with an admin key that the service does not know: every run would break. A service that does not answer yet
 * may come later.
 * @throws Error that says which setting to change
 */
export async function requireKnownKey(
  call: (method: string, path: string) => Promise<{ readonly status: number }>,
  serviceUrl: string,
): Promise<void> {
  const answer = await call('GET', '/api/pipelines?per_page=1').catch(() => null)
  if (answer?.status === 401)
    throw new Error(
      `The service at ${serviceUrl} does not know this admin key. Set ADMIN_API_KEY to the key of the service, or DATA_DIR to the folder with its admin-api-key.`,
    )
}
