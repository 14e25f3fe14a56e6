import { useEffect, useRef, useState } from 'react';
import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs';
import { useOriginal, type PageBox } from './api.js';
import { FailedQuery } from '../../ui/notice.js';
import { t } from './texts.js';
import styles from './document-reader.module.css';

/** So many pixels wide a page is drawn: sharp on any screen that shows it beside the text. */
const WIDTH = 1400;

/** The original of a PDF, a page at a time; the cited place is marked on its page. */
export default function PdfPage(props: { id: string; page: number; box: PageBox | undefined }) {
  const { id, page: cited, box } = props;
  const file = useOriginal(id);
  const pdf = usePdf(file.data);
  const [page, turn] = useState(cited);
  if (file.isError) return <FailedQuery error={file.error} again={file.refetch} />;
  const count = pdf?.numPages ?? cited;
  return (
    <figure className={styles.pdfOriginal} aria-label={t('Original, page {page}', { page })}>
      <div className={styles.turn}>
        <button
          type="button"
          className="button quiet"
          disabled={page <= 1}
          onClick={() => turn(page - 1)}
        >
          {t('Page before')}
        </button>
        <span role="status">{t('Page {page} of {count}', { page, count })}</span>
        <button
          type="button"
          className="button quiet"
          disabled={page >= count}
          onClick={() => turn(page + 1)}
        >
          {t('Next page')}
        </button>
      </div>
      <div className={styles.pdfPage}>
        <Drawn pdf={pdf} page={page} />
        {box !== undefined && page === cited && <Mark box={box} />}
      </div>
    </figure>
  );
}

/** The parsed file; undefined until it is. */
function usePdf(bytes: Uint8Array | undefined): PDFDocumentProxy | undefined {
  const [pdf, keep] = useState<PDFDocumentProxy>();
  useEffect(() => {
    if (bytes === undefined) return undefined;
    // The reader takes the bytes over; those of the cache stay.
    const task = getDocument({ data: bytes.slice(), useSystemFonts: true });
    task.promise.then(keep, () => undefined);
    return () => void task.destroy();
  }, [bytes]);
  return pdf;
}

function Drawn({ pdf, page: number }: { pdf: PDFDocumentProxy | undefined; page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const drawn = canvas.current;
    if (pdf === undefined || drawn === null) return undefined;
    let stop = (): void => {};
    const draw = async () => {
      const page = await pdf.getPage(number);
      const scale = WIDTH / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale });
      Object.assign(drawn, { width: viewport.width, height: viewport.height });
      const task = page.render({ canvas: drawn, viewport });
      stop = () => task.cancel();
      await task.promise;
    };
    draw().catch(() => undefined);
    return () => stop();
  }, [pdf, number]);
  return <canvas ref={canvas} className={styles.canvas} />;
}

function Mark({ box: [left, top, right, bottom] }: { box: PageBox }) {
  const share = (value: number) => `${value * 100}%`;
  const place = {
    left: share(left),
    top: share(top),
    width: share(right - left),
    height: share(bottom - top),
  };
  return <div className={styles.pdfMark} style={place} title={t('Cited here')} />;
}
