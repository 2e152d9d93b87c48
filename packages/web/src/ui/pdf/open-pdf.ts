import { t } from '@parley/core/text/translate'
import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  type PDFDocumentProxy,
  version,
} from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the bundler makes it: the address of the file
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

/** Why a document cannot be shown, for people. */
export class PdfFailure extends Error {
  /** The same may work at another time. */
  readonly mayPass: boolean

  constructor(message: string, mayPass: boolean, options?: ErrorOptions) {
    super(message, options)
    this.mayPass = mayPass
  }
}

/**
 * Fetches a document from our own server and reads it in a worker of our own origin. Nothing in it is run: no scripts, no
 * compiled code. Let go of it by `destroy` on its loading task. Rejects with `PdfFailure`.
 */
export async function openPdf(url: string, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const data = await fetched(url, signal)
  try {
    return await getDocument({
      data,
      isEvalSupported: false,
      useWasm: false,
      // What JPEG 2000 pictures are read with, where nothing may be compiled (vite.config.ts).
      wasmUrl: `${import.meta.env.BASE_URL}assets/pdf-${version}/`,
      useWorkerFetch: false,
      enableXfa: false,
    }).promise
  } catch (cause) {
    throw failureOf(cause)
  }
}

async function fetched(url: string, signal: AbortSignal): Promise<Uint8Array> {
  let answer: Response
  try {
    answer = await fetch(url, { signal })
  } catch (cause) {
    throw new PdfFailure(t('The file could not be loaded: no response from the server.'), true, { cause })
  }
  if (answer.status === 404) throw new PdfFailure(t('The file is not on the server any more.'), false)
  if (!answer.ok)
    throw new PdfFailure(
      t('The file could not be loaded: the server answered {status}.', { status: answer.status }),
      true,
    )
  return new Uint8Array(await answer.arrayBuffer())
}

function failureOf(cause: unknown): PdfFailure {
  // Not exported, so known by its name.
  if (cause instanceof Error && cause.name === 'PasswordException') {
    const words = t('This PDF is locked with a password. Download it, and open it with the password.')
    return new PdfFailure(words, false, { cause })
  }
  if (cause instanceof InvalidPDFException) {
    const words = t('This file is damaged or is not a PDF. Ask the customer to send it again.')
    return new PdfFailure(words, false, { cause })
  }
  return new PdfFailure(t('This PDF could not be read. Download it, and try another program.'), true, {
    cause,
  })
}
