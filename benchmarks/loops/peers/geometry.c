#include "arrays.h"

#define DEGREE 3

void b_spline(long count, const double *N knots, long n, const double *N control, long points,
              const double *N at, long points1, const double *N target, double *N d_control,
              double *N d_at)
{
    clear(n, d_control);
    for (long p = 0; p < points; p++) {
        double x = at[p], row[DEGREE + 1][DEGREE + 1], alpha[DEGREE + 1][DEGREE + 1], d_x = 0.0;
        double inverse[DEGREE + 1][DEGREE + 1], d[DEGREE + 1] = {0.0};
        long span = DEGREE;
        while (span < n - 1 && x >= knots[span + 1])
            span++;
        const double *knot = knots + span - DEGREE;
        for (int j = 0; j <= DEGREE; j++)
            row[0][j] = control[span - DEGREE + j];
        for (int r = 1; r <= DEGREE; r++)
            for (int j = DEGREE; j >= r; j--) {
                inverse[r][j] = 1.0 / (knot[DEGREE + 1 + j - r] - knot[j]);
                alpha[r][j] = (x - knot[j]) * inverse[r][j];
                row[r][j] = (1.0 - alpha[r][j]) * row[r - 1][j - 1] + alpha[r][j] * row[r - 1][j];
            }
        d[DEGREE] = 2.0 * (row[DEGREE][DEGREE] - target[p]);
        for (int r = DEGREE; r >= 1; r--)
            for (int j = r; j <= DEGREE; j++) {
                d_x += d[j] * (row[r - 1][j] - row[r - 1][j - 1]) * inverse[r][j];
                d[j - 1] += (1.0 - alpha[r][j]) * d[j];
                d[j] *= alpha[r][j];
            }
        for (int j = 0; j <= DEGREE; j++)
            d_control[span - DEGREE + j] += d[j];
        d_at[p] = d_x;
    }
}

typedef struct {
    double x, y, z;
} vec;

static inline vec load(const double *p) { return (vec){p[0], p[1], p[2]}; }
static inline vec plus(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec times(double s, vec a) { return (vec){s * a.x, s * a.y, s * a.z}; }
static inline double inner(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline void collect(double *p, vec a) { p[0] += a.x, p[1] += a.y, p[2] += a.z; }

/* forward and backward together for each observation, nothing saved */
void bundle_adjustment(long cameras_count, long nine, const double *N cameras, long points_count,
                       long three, const double *N points, long n, const long *N camera_of, long n1,
                       const long *N point_of, long n2, long two, const double *N seen,
                       double *N d_cameras, double *N d_points)
{
    clear(cameras_count * nine, d_cameras), clear(points_count * three, d_points);
    for (long i = 0; i < n; i++) {
        const double *camera = cameras + 9 * camera_of[i];
        double *d_camera = d_cameras + 9 * camera_of[i], *d_point = d_points + 3 * point_of[i];
        vec turn = load(camera), point = load(points + 3 * point_of[i]);
        double square_angle = inner(turn, turn), angle = sqrt(square_angle);
        double cosine = 1.0, sine = 1.0, share = 0.0, along = inner(turn, point), below = 0.0;
        vec turned = cross(turn, point), p;
        int small = angle < 1e-12;
        if (small) {
            p = plus(point, turned);
        } else {
            below = 1.0 / angle;
            cosine = cos(angle), sine = sin(angle) * below;
            share = (1.0 - cosine) * below * below;
            p = plus(plus(times(cosine, point), times(sine, turned)), times(along * share, turn));
        }
        p = plus(p, load(camera + 3));
        double inverse = 1.0 / p.z, u = -p.x * inverse, v = -p.y * inverse, r = u * u + v * v;
        double lens = 1.0 + r * (camera[7] + r * camera[8]), bend = camera[6] * lens;
        double d_x = 2.0 * (bend * u - seen[2 * i]), d_y = 2.0 * (bend * v - seen[2 * i + 1]);
        double d_bend = d_x * u + d_y * v, d_lens = d_bend * camera[6];
        double d_r = d_lens * (camera[7] + 2.0 * r * camera[8]);
        double d_u = d_x * bend + 2.0 * u * d_r, d_v = d_y * bend + 2.0 * v * d_r;
        vec d = {-d_u * inverse, -d_v * inverse, -(d_u * u + d_v * v) * inverse};
        d_camera[6] += d_bend * lens;
        d_camera[7] += d_lens * r;
        d_camera[8] += d_lens * r * r;
        collect(d_camera + 3, d);
        vec d_turned = times(sine, d), d_turn = cross(point, d_turned), d_p = cross(d_turned, turn);
        if (small) {
            d_p = plus(d_p, d);
        } else {
            double on_axis = inner(turn, d), d_share = along * on_axis, d_along = share * on_axis;
            double d_cosine = inner(point, d) - d_share * below * below;
            double d_angle = (cosine - sine) * below * inner(turned, d) - sine * angle * d_cosine -
                             2.0 * share * below * d_share;
            d_turn = plus(d_turn, plus(times(along * share, d), times(d_along, point)));
            d_turn = plus(d_turn, times(d_angle * below, turn));
            d_p = plus(d_p, plus(times(cosine, d), times(d_along, turn)));
        }
        collect(d_camera, d_turn);
        collect(d_point, d_p);
    }
}
