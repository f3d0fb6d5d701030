//! The product of two square matrices by Strassen's seven products of quarters.

use super::both::Both;
use crate::matrix::Matrix;

/// Sides up to this are multiplied in the plain way.
const PLAIN: usize = 64;

/// The product; `W` tells whether the seven products are in turn or parallel.
pub(crate) fn strassen<W: Both>(left: &Matrix, right: &Matrix) -> Matrix {
    if left.side() <= PLAIN {
        return left.plain_product(right);
    }
    let ([a, b, c, d], [e, f, g, h]) = (left.quarters(), right.quarters());
    let product = |x: Matrix, y: Matrix| strassen::<W>(&x, &y);
    let ((ad_eh, cd_e), ((a_fh, d_ge), (ab_h, (ca_ef, bd_gh)))) = W::both(
        || {
            W::both(
                || product(a.plus(&d), e.plus(&h)),
                || strassen::<W>(&c.plus(&d), &e),
            )
        },
        || {
            W::both(
                || {
                    W::both(
                        || strassen::<W>(&a, &f.minus(&h)),
                        || strassen::<W>(&d, &g.minus(&e)),
                    )
                },
                || {
                    W::both(
                        || strassen::<W>(&a.plus(&b), &h),
                        || {
                            W::both(
                                || product(c.minus(&a), e.plus(&f)),
                                || product(b.minus(&d), g.plus(&h)),
                            )
                        },
                    )
                },
            )
        },
    );
    Matrix::of_quarters([
        ad_eh.plus(&d_ge).minus(&ab_h).plus(&bd_gh),
        a_fh.plus(&ab_h),
        cd_e.plus(&d_ge),
        ad_eh.minus(&cd_e).plus(&a_fh).plus(&ca_ef),
    ])
}
