import { Worker } from 'node:worker_threads'

/**
 * Starts a worker thread. In production its file lies beside the bundle. From source, the thread must register tsx before it can
 * load the file.
 * @param source the thread's file, beside the caller's: `new URL('./x-worker.ts', import.meta.url)`
 */
export function startThread(source: URL, workerData: unknown = null): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL(source.href.replace(/\.ts$/, '.js')), { workerData })
  }
  const load = `import('tsx/esm/api').then(tsx => { tsx.register(); return import(${JSON.stringify(source.href)}) })`
  return new Worker(load, { eval: true, workerData })
}
